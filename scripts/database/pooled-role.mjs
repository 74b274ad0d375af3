// Requests set nothing in sessions that a pooler shares: the role of DATABASE_URL brings their settings
// (docs/deployment.md). Plain JavaScript, because migrations apply it.
import { hostsOf } from "../../lib/database-hosts.mjs"

const DEFAULT_TIMEOUT_MS = 3_500

/**
 * Gives the role the settings that it lacks, where DATABASE_URL leads to a pooler and this session has its role.
 * Requests refuse a pooler without them and say what to run, so another role is left to people.
 * @param {import("pg").Client} client a session of DATABASE_DIRECT_URL
 * @param {string} url
 * @param {(line: string) => void} log
 */
export async function completeRole(client, url, log) {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_TIMEOUT_MS } = process.env
  if (url !== DATABASE_DIRECT_URL || !DATABASE_URL || DATABASE_URL === url) return
  if (roleOf(DATABASE_URL) !== roleOf(url)) return
  const limit = Number(DATABASE_TIMEOUT_MS) || DEFAULT_TIMEOUT_MS
  const { rows } = await client.query(
    `select name, format('alter role current_user in database %I set %I = %L', current_database(), name,
        case name when 'TimeZone' then 'UTC' else $1::text end) as statement
      from pg_settings
      where name = 'TimeZone' and reset_val !~* '^(etc/)?(utc|gmt|uct|universal|zulu)$'
        or name = 'statement_timeout' and reset_val::int not between 1 and $1::int`,
    [limit],
  )
  for (const { name, statement } of rows) {
    await client.query(statement)
    log(`set ${name} for sessions of the pooler, from their next connection on`)
  }
}

/** @param {string} url */
const roleOf = (url) => new URL(hostsOf(url).current).username
