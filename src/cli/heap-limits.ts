/** An import has 60 MiB in use, a server 50, but Node lets the heap grow to 400 before it frees what is not. It reads this at its start. */
export const heapLimits = ['--max-semi-space-size=8', '--heap-growing-percent=50']

/** The commands that import. */
export const importingCommands = ['import', 'add', 'sync']

/** Those with a limited heap; publishing reads as much as an import writes. */
export const limitedCommands = [...importingCommands, 'publish', 'serve']
