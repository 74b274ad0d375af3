// Location of the embedded PostgreSQL's programs and data. PostgreSQL refuses to run as root, so root starts it as
// another user, who may not be able to enter the project's folder. Plain JavaScript, because it runs before
// installation.
import { spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import path from "node:path"

/** All users may enter it, and it outlives a reboot, unlike a temporary folder. */
const OUTSIDE = "/var/lib/atoll"

/**
 * The user that the server runs as; empty for the user of this process. Existing data stays with its owner.
 * @param {string} data
 * @returns {{ uid?: number, gid?: number }}
 */
export function serverUser(data) {
  if (process.platform === "win32" || process.getuid() !== 0) return {}
  const owner = statSync(data, { throwIfNoEntry: false })
  if (owner?.uid) return { uid: owner.uid, gid: owner.gid }
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  const user =
    users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody")
  if (user) return { uid: Number(user[2]), gid: Number(user[3]) }
  throw new Error(
    "Running as root, and there is no user 'postgres' or 'nobody' to run PostgreSQL as",
  )
}

/**
 * The data directory of `dir`: itself, or the folder outside that its record names.
 * @param {string} dir
 */
export function dataOf(dir) {
  const outside = recordOf(dir)
  return outside && isOwn(dir, outside) ? path.join(outside, "data") : dir
}

/**
 * Like `dataOf`, after making sure that the server's user can reach it: data in a folder that the user may not enter
 * moves outside, and a record beside `dir` names the place.
 * @param {string} dir
 */
export function prepareData(dir) {
  const user = serverUser(dir)
  const recorded = recordOf(dir)
  if (recorded) return resumeOutside(dir, recorded)
  if (user.uid === undefined || canEnter(path.dirname(dir), user)) return dir
  const outside = newPlace(dir)
  record(dir, outside)
  return resumeOutside(dir, outside)
}

/**
 * Deletes the data, wherever it is.
 * @param {string} dir
 */
export function removeData(dir) {
  const outside = recordOf(dir)
  if (outside && isOwn(dir, outside)) rmSync(outside, { recursive: true, force: true })
  for (const name of [dir, recordFile(dir)]) rmSync(name, { recursive: true, force: true })
}

/**
 * The programs, copied outside when `user` cannot reach those in node_modules.
 * @param {{ postgres: string, initdb: string }} installed
 * @param {{ uid?: number, gid?: number }} user
 */
export function prepareBinaries(installed, user) {
  linkLibraries(installed.postgres)
  for (const file of Object.values(installed)) {
    if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755)
  }
  if (user.uid === undefined || canRun(installed.postgres, user)) return installed
  const native = path.resolve(installed.postgres, "../..")
  const { name, version } = JSON.parse(readFileSync(path.join(native, "../package.json"), "utf8"))
  const copy = path.join(OUTSIDE, `postgresql-${version}-${path.basename(name)}`)
  const postgres = path.join(copy, "bin", path.basename(installed.postgres))
  if (!canRun(postgres, user)) copyBinaries(native, copy)
  if (!canRun(postgres, user)) {
    throw new Error(`User ${user.uid}, who runs PostgreSQL for root, cannot run ${postgres}`)
  }
  return { postgres, initdb: path.join(copy, "bin", path.basename(installed.initdb)) }
}

/** The record is written before the data moves, so that an interrupted move continues. */
function resumeOutside(dir, outside) {
  if (!ownerOf(outside)) {
    rmSync(recordFile(dir), { force: true }) // the place is gone, and its data with it
    return prepareData(dir)
  }
  if (!isOwn(dir, outside)) return copyOf(dir, outside)
  writeFileSync(ownerFile(outside), `${dir}\n`)
  const data = path.join(outside, "data")
  if (!existsSync(data) && existsSync(path.join(dir, "PG_VERSION"))) move(dir, data)
  return data
}

/** Whether the place belongs to this `dir`, even after its folder was moved or when it is reached by another path. */
function isOwn(dir, outside) {
  const owner = ownerOf(outside)
  if (!owner || owner === dir) return owner === dir
  if (recordOf(owner) !== outside) return true
  const [ours, theirs] = [statSync(recordFile(dir)), statSync(recordFile(owner))]
  return ours.dev === theirs.dev && ours.ino === theirs.ino
}

/** The project's folder is a copy of another one, whose data stays its own. */
function copyOf(dir, theirs) {
  if (existsSync(path.join(theirs, "data/postmaster.pid"))) {
    throw new Error(
      `This is a copy of ${path.dirname(ownerOf(theirs))}, whose database is running: stop that one first`,
    )
  }
  const outside = newPlace(dir)
  if (existsSync(path.join(theirs, "data"))) {
    run("cp", "-a", path.join(theirs, "data"), path.join(outside, "data"))
  }
  record(dir, outside)
  return path.join(outside, "data")
}

function move(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (error.code !== "EXDEV") throw error
    rmSync(`${to}.new`, { recursive: true, force: true })
    run("cp", "-a", from, `${to}.new`)
    renameSync(`${to}.new`, to)
    rmSync(from, { recursive: true, force: true })
  }
}

function newPlace(dir) {
  const outside = path.join(OUTSIDE, randomBytes(8).toString("hex"))
  makeEnterable(outside, dir)
  writeFileSync(ownerFile(outside), `${dir}\n`)
  return outside
}

function copyBinaries(native, copy) {
  const fresh = `${copy}.${process.pid}`
  makeEnterable(OUTSIDE, native)
  run("cp", "-RP", native, fresh)
  run("chmod", "-R", "u+rwX,go+rX,go-w", fresh)
  rmSync(copy, { recursive: true, force: true }) // it does not run
  try {
    renameSync(fresh, copy)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(copy)) throw error // else another command was quicker
  }
}

function makeEnterable(folder, instead) {
  try {
    for (const each of new Set([OUTSIDE, folder])) {
      mkdirSync(each, { recursive: true })
      chmodSync(each, 0o755) // whatever the umask says
    }
  } catch (error) {
    throw new Error(
      `PostgreSQL cannot run as root, and the user who runs it may not enter ${path.dirname(instead)}. ` +
        `Its files would be in ${folder}, which cannot be made: ${error.message}. Move the project to a ` +
        "folder that everybody may enter, or start it as another user",
    )
  }
}

/** npm tarballs hold no symlinks; the package's install script makes them, unless install scripts are blocked. */
function linkLibraries(binary) {
  const root = path.resolve(binary, "../../..")
  const list = path.join(root, "native/pg-symlinks.json")
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    try {
      symlinkSync(path.relative(path.dirname(target), source), path.join(root, target))
    } catch (error) {
      if (error.code !== "EEXIST") throw error
    }
  }
}

function canEnter(folder, user) {
  return spawnSync("/bin/sh", ["-c", 'test -x "$0"', folder], { ...user, cwd: "/" }).status === 0
}

function canRun(program, user) {
  return spawnSync(program, ["--version"], { ...user, cwd: path.parse(program).root }).status === 0
}

function run(command, ...args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8" })
  if (status !== 0) throw new Error(`${command} ${args.at(-1)} failed: ${error?.message ?? stderr}`)
}

const recordFile = (dir) => `${dir}.place`
const recordOf = (dir) => read(recordFile(dir))
const record = (dir, outside) => writeFileSync(recordFile(dir), `${outside}\n`)
/** Names the `dir` whose data the place holds. */
const ownerFile = (outside) => path.join(outside, "owner")
const ownerOf = (outside) => read(ownerFile(outside))

function read(file) {
  try {
    return readFileSync(file, "utf8").trim() || undefined
  } catch (error) {
    if (error.code === "ENOENT") return undefined
    throw error
  }
}
