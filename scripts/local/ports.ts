import { createServer } from "node:net"
import { UserError } from "./report.mjs"

/** Whether no program listens on the port, on any of this machine's addresses. */
export async function isPortFree(port: number): Promise<boolean> {
  for (const host of ["127.0.0.1", "0.0.0.0", "::"]) {
    if (!(await canListen(port, host))) return false
  }
  return true
}

/**
 * Whether browsers and programs refuse to connect to a port, whatever listens there: the `fetch` standard blocks the
 * ports of mail and other old services. `fetch` reports it before it connects.
 */
export async function isBlockedPort(port: number): Promise<boolean> {
  const error: unknown = await fetch(`http://127.0.0.1:${port}/`, {
    method: "HEAD",
    signal: AbortSignal.timeout(1_000),
  }).catch((reason: unknown) => reason)
  const cause = error instanceof TypeError ? error.cause : undefined
  return cause instanceof Error && cause.message === "bad port"
}

const LAST_PORT = 65_535

/** The first free port from `start` on that is not `reserved`. */
export async function firstFreePort(start: number, reserved?: number): Promise<number> {
  const end = Math.min(start + 99, LAST_PORT)
  for (let port = start; port <= end; port++) {
    if (port === reserved || !(await isPortFree(port))) continue
    // Pages also read the chain, so browsers must reach it.
    if (!(await isBlockedPort(port))) return port
  }
  throw new UserError(
    `There is no free port between ${start} and ${end} for the local chain.`,
    "Choose a lower one with RPC_PORT.",
  )
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    // Only a taken port counts: a machine without IPv6 refuses "::" for another reason.
    server.once("error", (error) => resolve(!("code" in error && error.code === "EADDRINUSE")))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
