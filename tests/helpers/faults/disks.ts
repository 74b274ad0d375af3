import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync, statfsSync } from "node:fs"
import path from "node:path"

/** Small disks of their own for the two PostgreSQL, which only root can make. */

const NODES = ["postgres1", "postgres2"]
const SIZE_MB = 1_536

const run = (file: string, ...args: string[]) => spawnSync(file, args).status === 0

/** Whether this machine lets us. */
export function mountDisks(folder: string): boolean {
  if (process.getuid?.() !== 0) return false
  const isMounted = NODES.every((name) => {
    const place = path.join(folder, name)
    mkdirSync(place)
    return run("mount", "-t", "tmpfs", "-o", `size=${SIZE_MB}m,mode=700`, "atoll-faults", place)
  })
  if (!isMounted) releaseDisks(folder)
  return isMounted
}

export function releaseDisks(folder: string) {
  for (const name of NODES) run("umount", path.join(folder, name))
}

/** Leaves nothing of the disk in this folder; what it returns gives all back. */
export function fillDisk(folder: string) {
  const ballast = path.join(folder, "ballast")
  const { bavail, bsize } = statfsSync(folder)
  if (!run("fallocate", "-l", `${bavail * bsize}`, ballast)) throw new Error("No disk was filled")
  return () => rmSync(ballast)
}
