import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from './lock.ts'
import { apply, emptyState, isEntry, type JournalEntry, type State, snapshotEntries } from './state.ts'

export interface Journal {
  state: State
  /** Applies these entries and writes them as one line: atomic, even if the process is killed. */
  record(...entries: JournalEntry[]): void
  close(): void
}

/**
 * Opens the journal of a data folder under an exclusive lock: replays it, compacts it, and from then on appends to it. Ignores a
 * partial last line; throws on an unreadable earlier line, because entries would be missing. No fsync: it survives a killed
 * process, not a power failure.
 */
export function openJournal(dataDir: string): Journal {
  mkdirSync(dataDir, { recursive: true })
  const unlock = lockFolder(dataDir)
  try {
    return openLocked(join(dataDir, 'journal.jsonl'), unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

function openLocked(path: string, unlock: () => void): Journal {
  const state = replay(path)
  const compacted = `${path}.new`
  const fresh = openSync(compacted, 'w')
  for (const entry of snapshotEntries(state)) writeLine(fresh, [entry])
  closeSync(fresh)
  renameSync(compacted, path)
  let file: number | undefined = openSync(path, 'a')
  return {
    state,
    record(...entries) {
      if (file === undefined) return
      for (const entry of entries) apply(state, entry)
      writeLine(file, entries)
    },
    close() {
      if (file === undefined) return
      closeSync(file)
      file = undefined
      unlock()
    },
  }
}

function replay(path: string): State {
  const state = emptyState()
  const lines = readOrEmpty(path).split('\n')
  const partial = lines.pop()
  for (const [at, line] of lines.entries()) {
    const entries = parse(line)
    if (entries === undefined) {
      if (at === lines.length - 1 && partial === '') break
      throw new Error(`${path}: line ${at + 1} cannot be read; move the file away to start empty`)
    }
    for (const entry of entries) apply(state, entry)
  }
  return state
}

function parse(line: string): JournalEntry[] | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return Array.isArray(value) && value.every(isEntry) ? value : undefined
  } catch {
    return undefined
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

function writeLine(file: number, entries: JournalEntry[]): void {
  const bytes = Buffer.from(`${JSON.stringify(entries)}\n`)
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
}
