import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/**
 * A way to a database that can fall silent, as a network does: nothing is delivered any more, and no
 * connection is closed.
 */
export async function startDatabaseProxy(target: string) {
  const to = new URL(target)
  const port = Number(to.port || 5432)
  const sockets = new Set<Socket>()
  let pairs: [Socket, Socket][] = []
  let isSilent = false
  let opened = 0

  const server = createServer((near) => {
    opened++
    sockets.add(near.on("error", () => near.destroy()))
    if (isSilent) {
      near.pause()
      return
    }
    const host = to.searchParams.get("host")
    const far = host ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, to.hostname)
    sockets.add(far.on("error", () => far.destroy()))
    near.on("close", () => far.destroy())
    far.on("close", () => near.destroy())
    near.pipe(far)
    far.pipe(near)
    pairs.push([near, far])
  }).listen(0, "127.0.0.1")
  await once(server, "listening")

  const url = new URL(to)
  url.searchParams.delete("host")
  url.hostname = "127.0.0.1"
  url.port = `${(server.address() as AddressInfo).port}`

  const stopPresent = () => {
    for (const [near, far] of pairs) {
      near.unpipe(far).pause()
      far.unpipe(near).pause()
    }
    pairs = []
  }

  return {
    url: url.href,
    /** Connections made so far. */
    opened: () => opened,
    /** Neither present nor new connections deliver anything. */
    silence() {
      isSilent = true
      stopPresent()
    },
    /** Present connections deliver nothing more; new ones do. */
    loseConnections() {
      isSilent = false
      stopPresent()
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, "close")
    },
  }
}
