/** A record of a CSV text, with the number of the line it begins on. */
export type CsvRecord = { line: number; cells: string[] }

export type Csv = { records: CsvRecord[]; error: { line: number; message: string } | null }

const SEPARATORS = [",", ";", "\t"]

/**
 * Parses comma, semicolon or tab separated text (RFC 4180) with the separator of the first line. Quotes may hold
 * separators, lines and doubled quotes; nothing may follow a closing quote but a separator. Empty lines are skipped.
 */
export function parseCsv(text: string): Csv {
  const source = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n")
  const reader = { source, at: 0, line: 1, separator: findSeparator(source) }
  const records: CsvRecord[] = []
  while (reader.at < source.length) {
    const { line } = reader
    const cells = readRecord(reader)
    if (typeof cells === "string") return { records, error: { line, message: cells } }
    if (cells.some((cell) => cell !== "")) records.push({ line, cells })
  }
  return { records, error: null }
}

function findSeparator(source: string): string {
  const first = source.split("\n").find((line) => line.trim() !== "") ?? ""
  return SEPARATORS.find((each) => first.includes(each)) ?? ","
}

type Reader = { source: string; at: number; line: number; separator: string }

/** The cells up to the end of the line; a message when the record is malformed. */
function readRecord(reader: Reader): string[] | string {
  const cells: string[] = []
  for (;;) {
    const isQuoted = /^[ \t]*"/.test(reader.source.slice(reader.at, reader.at + 100))
    const cell = isQuoted && reader.separator !== "\t" ? readQuoted(reader) : readPlain(reader)
    if (cell === null) return "A quotation mark is not closed, or text follows it."
    cells.push(cell)
    const next = reader.source[reader.at]
    reader.at += 1
    if (next === reader.separator) continue
    if (next === "\n") reader.line += 1
    return cells
  }
}

function readPlain(reader: Reader): string {
  const start = reader.at
  while (reader.at < reader.source.length && !isEnd(reader)) reader.at += 1
  return reader.source.slice(start, reader.at).trim()
}

function readQuoted(reader: Reader): string | null {
  const { source } = reader
  reader.at = source.indexOf('"', reader.at) + 1
  let value = ""
  for (;;) {
    const end = source.indexOf('"', reader.at)
    if (end < 0) return null
    const part = source.slice(reader.at, end)
    reader.line += part.split("\n").length - 1
    value += part
    reader.at = end + 1
    if (source[reader.at] !== '"') break
    value += '"'
    reader.at += 1
  }
  while (source[reader.at] === " ") reader.at += 1
  return reader.at >= source.length || isEnd(reader) ? value : null
}

const isEnd = ({ source, at, separator }: Reader) => source[at] === "\n" || source[at] === separator
