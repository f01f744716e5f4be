module example.org/asconkit

go 1.24.0

require (
	github.com/tetratelabs/wazero v1.11.0
	golang.org/x/crypto v0.45.0
)

require golang.org/x/sys v0.38.0 // indirect
