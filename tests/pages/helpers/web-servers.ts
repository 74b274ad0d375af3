import path from "node:path"
import { z } from "zod"
import { freePort } from "@/scripts/local/anvil"
import { startService } from "@/scripts/local/service"

const DIST_DIR = ".data/test/next"

const UNSHARE = "unshare"

const variables = z.record(z.string(), z.string())

/**
 * Starts another web server on the environment's build, chain and database, with some variables of its own; it may
 * answer later. `args` are those of Node, or of `command`.
 */
export async function startWeb(
  name: string,
  args: readonly string[],
  own: Record<string, string> = {},
  command = process.execPath,
) {
  const port = await freePort()
  const { pid, ended, stop } = startService({
    name,
    command,
    args,
    cwd: process.cwd(),
    env: {
      ...process.env,
      ...variables.parse(JSON.parse(process.env.STACK_VARIABLES ?? "{}")),
      NODE_ENV: "production",
      NEXT_DIST_DIR: DIST_DIR,
      HOSTNAME: "127.0.0.1",
      PORT: `${port}`,
      ...own,
    },
    log: path.resolve(`.data/test/logs/${name}.log`),
  })
  return {
    url: `http://127.0.0.1:${port}`,
    stop,
    /** Tells it to end, as a host does, and answers how it has. */
    end: () => {
      process.kill(pid, "SIGTERM")
      return ended
    },
  }
}

const NEXT = "node_modules/next/dist/bin/next"

/** The one folder that a program without a disk may write. */
const TMPDIR = path.resolve(".data/test/tmp")

/** Runs what follows where nothing but TMPDIR can be written, as root; the project may lie on a disk of its own. */
const READ_ONLY = [
  ...["--mount", "--propagation", "private", "sh", "-c"],
  `mkdir -p "$TMPDIR" && mount --bind "$PWD" "$PWD" && cd "$PWD" && mount -t tmpfs tmpfs "$TMPDIR" &&
  mount -o remount,bind,ro "$PWD" && mount -o remount,bind,ro / && exec "$0" "$@"`,
]

/** The framework's own server, as a host without ours runs it; `isReadOnly`: without a disk to write to. */
export async function startNext(own?: Record<string, string>, isReadOnly = false) {
  const next = isReadOnly
    ? await startWeb(
        "next-read-only",
        [...READ_ONLY, process.execPath, NEXT, "start"],
        { TMPDIR, ...own },
        UNSHARE,
      )
    : await startWeb("next-start", [NEXT, "start"], own)
  const deadline = Date.now() + 60_000
  while (!(await hasAnswered(next.url)) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return next
}

const hasAnswered = (url: string) =>
  fetch(`${url}/robots.txt`).then(
    ({ ok }) => ok,
    () => false,
  )
