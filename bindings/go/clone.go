//go:build go1.25

package asconkit

import "hash"

var (
	_ hash.Cloner = (*Hash)(nil)
	_ hash.Cloner = (*MACHash)(nil)
	_ hash.XOF    = (*XOF)(nil)
)

// Clone does the same as Copy, for Go 1.25's [hash.Cloner]. It never returns an error.
func (h *Hash) Clone() (hash.Cloner, error) { return h.Copy(), nil }

// Clone does the same as Copy, for Go 1.25's [hash.Cloner]. It never returns an error.
func (h *MACHash) Clone() (hash.Cloner, error) { return h.Copy(), nil }
