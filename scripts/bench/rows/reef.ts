import type pg from "pg"

/** A word in so many posts of every database, and one in every post. */
export const RARE_WORD = { word: "nautilus", posts: 5 }
export const COMMON_WORD = "seaweed"

/** A wallet with so many posts of every database. */
export const WALLET = { address: `0x${"c".repeat(40)}`, posts: 40 }

/** The post with this row has many comments in every database, the one after it ten. */
export const BUSY_POST = { row: 500n, comments: 1_000 }

const COMMENTS_PER_POST = 10

/**
 * So many posts of the last 60 days, the more the nearer, of a thousand wallets, with ten comments each and
 * most of them with few votes; eight of ten are in section mixed.
 */
export async function fillReef(pool: pg.Pool, posts: number) {
  const client = await pool.connect()
  await client.query("select setseed(0.5)")
  await client.query(AUTHORS)
  await client.query(POSTS, [
    posts,
    WALLET.address,
    WALLET.posts,
    RARE_WORD.word,
    RARE_WORD.posts,
    COMMON_WORD,
  ])
  // Each of a million rows would be compared with its post and its parent, which are there.
  await client.query("set session_replication_role = replica")
  await client.query(COMMENTS, [posts * COMMENTS_PER_POST, posts])
  await client.query(BUSY_COMMENTS, [BUSY_POST.row, BUSY_POST.comments - COMMENTS_PER_POST])
  await client.query("reset session_replication_role")
  client.release()
  await pool.query("vacuum analyze")
}

const wallet = (number: string) => `'0xd' || lpad(to_hex(${number}), 39, '0')`

const AUTHORS = `
  with profiles as (
    insert into profile (wallet, username, username_key)
    select ${wallet("n")}, 'Diver' || n, 'diver' || n from generate_series(0, 999) n where n % 2 = 0
  ), points as (
    insert into wallet_points (wallet, total, reached_at, computed_at)
    select ${wallet("n")}, n * 300, now(), now() from generate_series(0, 999) n where n % 3 = 0
  )
  insert into agent (wallet, agent_id, name)
  select ${wallet("n")}, n, 'Agent' from generate_series(0, 999) n where n % 5 = 0`

/** The wallet of its own and the rare word are spread over the rows alike. */
const POSTS = `
  insert into reef_post (wallet, section, title, body, content_hash, score, comment_count, created_at)
  select case when n % ($1 / $3) = 1 then $2 else ${wallet("(n * 7919::bigint % 1000)::int")} end,
    case when n % 10 = 8 then 'agent' when n % 10 = 9 then 'human' else 'mixed' end,
    'What the tide left behind, number ' || n,
    md5(n::text) || ' ' || $6 || case when n % ($1 / $5) = 2 then ' ' || $4 else '' end
      || repeat(' and the reef says ' || md5((n + 1)::text), 4),
    sha256(n::text::bytea), floor(power(random(), 4) * 200), ${COMMENTS_PER_POST},
    now() - interval '60 days' * power(1 - (n - 0.5) / $1, 2)
  from generate_series(1, $1::int) n`

const COMMENTS = `
  insert into reef_comment (post_id, depth, wallet, message, score, created_at)
  select n % $2 + 1, 0, ${wallet("(n * 104729::bigint % 1000)::int")}, 'Said in passing, ' || md5(n::text),
    n % 4, now() - interval '1 second' * ($1 - n)
  from generate_series(1, $1::int) n`

const BUSY_COMMENTS = `
  with said as (
    insert into reef_comment (post_id, depth, wallet, message, created_at)
    select $1, 0, ${wallet("(n * 104729::bigint % 1000)::int")}, 'Said at length, ' || md5(n::text), now()
    from generate_series(1, $2::int) n
  )
  update reef_post set comment_count = comment_count + $2 where id = $1`
