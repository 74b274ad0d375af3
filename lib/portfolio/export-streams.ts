type ExportRow<C extends string> = Readonly<Record<C, string>>

type ExportRows<C extends string> = AsyncIterable<ExportRow<C>>

/** Comma-separated values (RFC 4180) with a line of names; it grows while it is sent. */
export function createCsvStream<C extends string>(
  columns: readonly C[],
  rows: ExportRows<C>,
): ReadableStream<Uint8Array> {
  return createTextStream(csvLines(columns, rows))
}

/** A JSON array of objects with text fields; it grows while it is sent. */
export function createJsonStream<C extends string>(
  rows: ExportRows<C>,
): ReadableStream<Uint8Array> {
  return createTextStream(jsonLines(rows))
}

async function* csvLines<C extends string>(columns: readonly C[], rows: ExportRows<C>) {
  yield `${columns.join(",")}\r\n`
  for await (const row of rows) {
    yield `${columns.map((column) => escapeCsvField(row[column])).join(",")}\r\n`
  }
}

async function* jsonLines<C extends string>(rows: ExportRows<C>) {
  yield "["
  let separator = "\n"
  for await (const row of rows) {
    yield separator + JSON.stringify(row)
    separator = ",\n"
  }
  yield "\n]\n"
}

const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Names are anybody's text: one that a spreadsheet would run as a formula is led by an apostrophe. Some
 * read the full-width signs (U+FF0B and so on) like the plain ones. A number below zero is none.
 */
export function escapeCsvField(text: string): string {
  const isFormula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) && !NUMBER.test(text)
  const escaped = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

function createTextStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}
