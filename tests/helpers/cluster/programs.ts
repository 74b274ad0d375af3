import { spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import path from "node:path"

export const ROOT = path.resolve(import.meta.dirname, "../../..")
export const DEPLOY = path.join(ROOT, "deploy")

/** What the cluster is made of, by the names of Debian's packages. */
export const PACKAGES = [
  ...["postgresql", "patroni", "etcd-server", "python3-etcd"],
  ...["pgbouncer", "haproxy", "redis-server", "docker-compose", "prometheus"],
]

const PROGRAMS = [
  ...["patroni", "etcd", "pgbouncer", "haproxy", "redis-server", "docker-compose"],
  ...["prometheus", "promtool"],
]

/** Where Debian keeps the versions of PostgreSQL. */
const VERSIONS = "/usr/lib/postgresql"

/** The folder of the newest PostgreSQL's programs; empty without one. */
export function findPostgres() {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  const [newest] = versions
    .map(Number)
    .filter((version) => existsSync(path.join(VERSIONS, `${version}/bin/postgres`)))
    .sort((one, other) => other - one)
  return newest === undefined ? "" : path.join(VERSIONS, `${newest}/bin`)
}

/** The programs that this machine lacks. */
export function listMissing() {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
  const missing = PROGRAMS.filter(
    (name) => spawnSync("sh", ["-c", 'command -v "$0"', name], { env }).status !== 0,
  )
  return findPostgres() === "" ? ["postgres", ...missing] : missing
}
