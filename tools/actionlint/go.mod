// What actionlint is built of, with go.sum: tests/ports/test_project.py runs it. After a change: go mod tidy.
module asconkit/actionlint

go 1.18

require github.com/rhysd/actionlint v1.7.4

require (
	github.com/bmatcuk/doublestar/v4 v4.7.1 // indirect
	github.com/fatih/color v1.17.0 // indirect
	github.com/mattn/go-colorable v0.1.13 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/mattn/go-runewidth v0.0.16 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	github.com/robfig/cron/v3 v3.0.1 // indirect
	golang.org/x/sync v0.8.0 // indirect
	golang.org/x/sys v0.26.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
