import { once } from "node:events"
import { chownSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import path from "node:path"
import pg from "pg"
import { serverUser } from "@/scripts/database/place.mjs"
import { freePort } from "@/scripts/local/anvil"
import { keepsStatements } from "@/tests/helpers/pgbouncer"
import { ClusterProcess } from "./process"
import { DEPLOY, findPostgres } from "./programs"

const HOST = "127.0.0.1"

export const DATABASE = "atoll"
export const DATABASE_USER = "atoll"
export const DATABASE_PASSWORD = "password-of-the-cluster"

type ClusterFolder = { folder: string }

/** A folder of the server's user, which PostgreSQL needs when root starts the cluster. */
function createFolder({ folder }: ClusterFolder, name: string) {
  const own = path.join(folder, name)
  mkdirSync(own, { recursive: true, mode: 0o700 })
  const { uid, gid } = serverUser(own)
  if (uid !== undefined && gid !== undefined) chownSync(own, uid, gid)
  return { own, user: { uid, gid } }
}

/** A file of `deploy/` that the server's user can read, wherever the project is. */
function provideFile({ folder }: ClusterFolder, file: string) {
  const copy = path.join(folder, path.basename(file))
  copyFileSync(path.join(DEPLOY, file), copy)
  return copy
}

/** Patroni's arbiter. */
export async function createEtcd(place: ClusterFolder) {
  const { own, user } = createFolder(place, "etcd")
  const [port, peerPort] = [await freePort(), await freePort()]
  const [client, peer] = [`http://${HOST}:${port}`, `http://${HOST}:${peerPort}`]
  const server = new ClusterProcess({
    name: "etcd",
    file: "etcd",
    args: [
      ...["--name=etcd", `--data-dir=${path.join(own, "data")}`, `--initial-cluster=etcd=${peer}`],
      ...[`--listen-client-urls=${client}`, `--advertise-client-urls=${client}`],
      ...[`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`],
    ],
    folder: place.folder,
    user,
    isReady: async () => (await fetch(`${client}/health`)).ok,
  })
  return { server, address: `${HOST}:${port}` }
}

export type DatabaseNode = Awaited<ReturnType<typeof createPostgres>>

/** PostgreSQL under Patroni. `kill` takes both, as when their machine is lost. */
export async function createPostgres(place: ClusterFolder, name: string, etcdAddress: string) {
  const { own, user } = createFolder(place, name)
  const data = path.join(own, "data")
  const [port, restPort] = [await freePort(), await freePort()]
  const [address, rest] = [`${HOST}:${port}`, `${HOST}:${restPort}`]
  const ask = async (at: string) => (await fetch(`http://${rest}/${at}`)).ok
  const server = new ClusterProcess({
    name,
    file: "patroni",
    args: [provideFile(place, "patroni.yml")],
    folder: place.folder,
    cwd: own,
    user,
    env: {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: etcdAddress,
      PATRONI_RESTAPI_LISTEN: rest,
      PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
      PATRONI_POSTGRESQL_LISTEN: address,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_BIN_DIR: findPostgres(),
      PATRONI_POSTGRESQL_PGPASS: path.join(own, "pgpass"),
      PATRONI_SUPERUSER_USERNAME: DATABASE_USER,
      PATRONI_SUPERUSER_PASSWORD: DATABASE_PASSWORD,
      PATRONI_REPLICATION_USERNAME: "replicator",
      PATRONI_REPLICATION_PASSWORD: DATABASE_PASSWORD,
    },
    isReady: async () => (await ask("primary")) || (await ask("replica")),
    besides: () => postmasterOf(data),
  })
  return {
    server,
    host: HOST,
    port,
    address,
    restPort,
    /** Whether it takes writes; Patroni says so a moment before. */
    isPrimary: () =>
      query(databaseUrl(port, "postgres"), "select where not pg_is_in_recovery()").then(
        ({ rowCount }) => rowCount === 1,
        () => false,
      ),
    /** Whether it has all that was committed: only such a replica is promoted. */
    isSynchronous: () => ask("synchronous").catch(() => false),
    url: (database: string) => databaseUrl(port, database),
  }
}

function postmasterOf(data: string) {
  try {
    const pid = Number(readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0])
    // A killed server leaves its file, and another process may have the number since.
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8")
    return command.includes(data) ? [pid] : []
  } catch {
    return []
  }
}

/** The address of a database on this machine. */
export const databaseUrl = (port: number, database: string) =>
  `postgresql://${DATABASE_USER}:${DATABASE_PASSWORD}@${HOST}:${port}/${database}`

/** The pool in front of the primary's address. */
export async function createPgbouncer(place: ClusterFolder, primaryPort: number) {
  const { own, user } = createFolder(place, "pgbouncer")
  const port = await freePort()
  const write = (name: string, text: string) => {
    const file = path.join(own, name)
    writeFileSync(file, text, { mode: 0o644 })
  }
  copyFileSync(path.join(DEPLOY, "pgbouncer/pgbouncer.ini"), path.join(own, "pgbouncer.ini"))
  write("userlist.txt", `"${DATABASE_USER}" "${DATABASE_PASSWORD}"\n`)
  write("database.ini", placeDatabase(port, primaryPort))
  const server = new ClusterProcess({
    name: "pgbouncer",
    file: "pgbouncer",
    args: ["pgbouncer.ini"],
    folder: place.folder,
    cwd: own,
    user,
    graceMs: 2_000,
    // A statement would leave a session in the pool that began before the migrations gave its role its settings.
    isReady: async () => {
      const socket = connect(port, HOST)
      await once(socket, "connect").finally(() => socket.destroy())
      return true
    },
  })
  return { server, port, url: databaseUrl(port, DATABASE) }
}

/** compose.yaml's, with the addresses of this machine. */
function placeDatabase(port: number, primaryPort: number) {
  const changes: [string, string][] = [
    ["listen_addr = *", `listen_addr = ${HOST}\nunix_socket_dir =`],
    ["listen_port = 6432", `listen_port = ${port}`],
    [`${DATABASE} = host=postgres port=5432`, `${DATABASE} = host=${HOST} port=${primaryPort}`],
  ]
  if (!keepsStatements) changes.push(["max_prepared_statements = 1000", ""])
  const file = readFileSync(path.join(DEPLOY, "pgbouncer/database.ini"), "utf8")
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`database.ini has no line ${from}`)
    return text.replace(from, to)
  }, file)
}

/** Runs one statement on a connection of its own. */
export async function query(connectionString: string, sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on("error", () => {})
  await client.connect()
  return client.query(sql, values).finally(() => client.end())
}
