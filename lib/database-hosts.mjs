// A URL with several hosts, as libpq takes it: postgresql://a:5432,b:5432/db?target_session_attrs=read-write. The driver
// takes one: each new connection goes to the host of the last one that succeeded, else to the next host.

const SEVERAL_HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*,[^/?#@]*)(.*)$/
const PRIMARY = /[?&]target_session_attrs=(?:read-write|primary)(?:&|$)/

/** PostgreSQL's code of a server that takes no writes. */
const READ_ONLY = "25006"

class Hosts {
  #current = 0

  /** @param {string} url */
  constructor(url) {
    const [, start = "", names = "", end = ""] = SEVERAL_HOSTS.exec(url) ?? []
    /** A URL for each host. */
    this.urls = names ? names.split(",").map((name) => start + name + end) : [url]
    this.needsPrimary = PRIMARY.test(url)
  }

  get current() {
    return this.urls[this.#current] ?? ""
  }

  /**
   * Goes on to the next host, unless another connection has done so.
   * @param {string} url
   */
  skip(url) {
    if (url === this.current) this.#current = (this.#current + 1) % this.urls.length
  }

  /**
   * Refuses a server that takes no writes where the URL asks for the primary.
   * @param {string} readOnly the server's setting transaction_read_only
   */
  check(readOnly) {
    if (!this.needsPrimary || readOnly === "off") return
    const message =
      "The database's host is no primary, as target_session_attrs asks for: it takes no writes"
    throw Object.assign(new Error(message), { code: READ_ONLY })
  }
}

/** @type {Map<string, Hosts>} */
const byUrl = new Map()

/**
 * The hosts of a URL with their memory of the last primary, which all connections of the process share.
 * @param {string} url
 */
export function hostsOf(url) {
  const hosts = byUrl.get(url) ?? new Hosts(url)
  byUrl.set(url, hosts)
  return hosts
}

/**
 * Opens a connection for the long work of one session: no time limit of its role ends its statements.
 * @template {import("pg").Client} C
 * @param {string} url
 * @param {(url: string) => C} open makes a client for the URL of one host
 * @returns {Promise<C>}
 */
export async function connectSession(url, open) {
  const hosts = hostsOf(url)
  for (let left = hosts.urls.length - 1; ; left--) {
    const address = hosts.current
    const client = open(address)
    try {
      await client.connect()
      const { rows } = await client.query(
        `select set_config('statement_timeout', '0', false),
          current_setting('transaction_read_only') as "readOnly"`,
      )
      hosts.check(rows[0].readOnly)
      return client
    } catch (error) {
      hosts.skip(address)
      client.end().catch(() => {})
      if (left === 0) throw error
    }
  }
}

const SHARED_SESSIONS =
  "DATABASE_DIRECT_URL, or DATABASE_URL without it, leads to a pooler in transaction mode, which lends a session to one transaction after another: locks, leases and notices need their own. Let DATABASE_DIRECT_URL lead to PostgreSQL itself"

/** A busy pooler may give one connection the same session twice. */
const ROUNDS = 5

/**
 * Why the URL gives no session that stays its client's; null where it does. Told by the processes of the server that
 * answer two connections in turn, and without a setting, which another client of the pooler would meet.
 * @param {string} url
 * @param {(url: string) => import("pg").Client} open makes a client for the URL of one host
 */
export async function describeSharedSessions(url, open) {
  const hosts = hostsOf(url)
  const address = hosts.current
  const clients = [open(address), open(address)]
  try {
    for (const client of clients) await client.connect()
    const processes = clients.map(() => new Set())
    for (let round = 0; round < ROUNDS; round++) {
      for (const [at, client] of clients.entries()) {
        const { rows } = await client.query("select pg_backend_pid() as id")
        processes[at]?.add(rows[0].id)
      }
    }
    const [one, other] = processes.map((ids) => [...ids].sort().join())
    return processes.some(({ size }) => size > 1) || one === other ? SHARED_SESSIONS : null
  } catch (error) {
    hosts.skip(address)
    throw error
  } finally {
    for (const client of clients) client.end().catch(() => {})
  }
}
