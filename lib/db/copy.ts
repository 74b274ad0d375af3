import pg, { type ClientBase, type Connection } from "pg"

/** Bytes of one message of data. */
const MESSAGE_BYTES = 64 * 1024
/** Head of a data message: its type, and its length without the type. */
const DATA = "d".charCodeAt(0)
const HEADER_BYTES = 5
const DONE = Buffer.from([...Buffer.from("c"), 0, 0, 0, 4])

/**
 * Runs `copy … from stdin` with all of its data. The data follows the statement without waiting for the server's
 * consent, so the copy can be pipelined with other statements: a server that refuses ignores the data.
 */
export function copyInto(client: ClientBase, text: string, data: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyQuery(text, data, (error) => (error ? reject(error) : resolve())))
  })
}

class CopyQuery extends pg.Query {
  constructor(
    private readonly statement: string,
    private readonly data: Buffer,
    callback: (error: Error | undefined) => void,
  ) {
    super(statement, callback)
    // The driver returns what this returns as the reason not to wait for an answer.
    this.submit = (connection: Connection) => this.send(connection)
  }

  private send(connection: Connection) {
    const { stream } = connection
    stream.cork()
    connection.query(this.statement)
    for (let at = 0; at < this.data.length; at += MESSAGE_BYTES) {
      const part = this.data.subarray(at, at + MESSAGE_BYTES)
      const header = Buffer.allocUnsafe(HEADER_BYTES)
      header[0] = DATA
      header.writeInt32BE(part.length + HEADER_BYTES - 1, 1)
      stream.write(header)
      stream.write(part)
    }
    stream.write(DONE)
    stream.uncork()
  }

  /** The server consents. */
  handleCopyInResponse() {}
}
