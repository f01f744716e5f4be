package stream

// Skip makes a writer go on with this chunk.
func (w *Writer) Skip(next uint64) { w.next = next }
