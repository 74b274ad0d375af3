type ExportRow<C extends string> = Readonly<Record<C, string>>

type ExportRows<C extends string> = AsyncIterable<ExportRow<C>>

/** Comma-separated values (RFC 4180) with a header line, written while they are sent. */
export function createCsvStream<C extends string>(
  columns: readonly C[],
  rows: ExportRows<C>,
): Promise<ReadableStream<Uint8Array>> {
  return createTextStream(csvLines(columns, rows))
}

/** A JSON array of objects with text fields, written while it is sent. */
export function createJsonStream<C extends string>(
  rows: ExportRows<C>,
): Promise<ReadableStream<Uint8Array>> {
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
 * Token names are user input: an apostrophe goes before text that a spreadsheet would run as a formula. Some
 * spreadsheets accept full-width signs (such as U+FF0B). A negative number is no formula.
 */
export function escapeCsvField(text: string): string {
  const isFormula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) && !NUMBER.test(text)
  const escaped = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/** The first row is read before: what fails by then can still be answered with an error. */
async function createTextStream(
  parts: AsyncGenerator<string>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const ready = [await parts.next(), await parts.next()]
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = ready.shift() ?? (await parts.next())
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}
