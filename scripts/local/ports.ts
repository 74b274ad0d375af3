import { createServer } from "node:net"

/** Whether nobody listens on the port, on any of this machine's addresses. */
export async function isPortFree(port: number): Promise<boolean> {
  for (const host of ["127.0.0.1", "0.0.0.0", "::"]) {
    if (!(await canListen(port, host))) return false
  }
  return true
}

/** The first port from `start` on that nobody listens on. */
export async function firstFreePort(start: number): Promise<number> {
  for (let port = start; port < start + 100; port++) {
    if (await isPortFree(port)) return port
  }
  throw new Error(`No free port between ${start} and ${start + 99}`)
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    // Only a taken port counts: a machine without IPv6 refuses "::" for another reason.
    server.once("error", (error) => resolve(!("code" in error && error.code === "EADDRINUSE")))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
