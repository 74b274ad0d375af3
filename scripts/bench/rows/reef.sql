-- So many POSTS of the last 60 days, the more the nearer, of a thousand wallets, with ten comments each and most of them
-- with few votes; eight of ten are in section mixed.
select setseed(0.5);

create temporary table writer as
select n, '0xd' || lpad(to_hex(n), 39, '0') as wallet from generate_series(0, 999) n;
insert into profile (wallet, username, username_key)
select wallet, 'Diver' || n, 'diver' || n from writer where n % 2 = 0;
insert into wallet_points (wallet, total, reached_at, computed_at)
select wallet, n * 300, now(), now() from writer where n % 3 = 0;
insert into agent (wallet, agent_id, name) select wallet, n, 'Agent' from writer where n % 5 = 0;

-- Forty posts are of one wallet and five have a rare word, spread over the rows alike.
insert into reef_post (wallet, section, title, body, content_hash, score, comment_count, created_at)
select case when n % (POSTS / 40) = 1 then '0x' || repeat('c', 40)
    else '0xd' || lpad(to_hex((n * 7919::bigint % 1000)::int), 39, '0') end,
  case when n % 10 = 8 then 'agent' when n % 10 = 9 then 'human' else 'mixed' end,
  'What the tide left behind, number ' || n,
  md5(n::text) || ' seaweed' || case when n % (POSTS / 5) = 2 then ' nautilus' else '' end
    || repeat(' and the reef says ' || md5((n + 1)::text), 4),
  sha256(n::text::bytea), floor(power(random(), 4) * 200), case when n = 500 then 1000 else 10 end,
  now() - interval '60 days' * power(1 - (n - 0.5) / POSTS, 2)
from generate_series(1, POSTS) n;

-- Each of a million rows would be compared with its post and its parent, which are there. One post has a thousand.
set session_replication_role = replica;
insert into reef_comment (post_id, depth, wallet, message, score, created_at)
select case when n > POSTS * 10 then 500 else n % POSTS + 1 end, 0,
  '0xd' || lpad(to_hex((n * 104729::bigint % 1000)::int), 39, '0'), 'Said in passing, ' || md5(n::text), n % 4,
  now() - interval '1 second' * (POSTS * 10 + 990 - n)
from generate_series(1, POSTS * 10 + 990) n;
reset session_replication_role;
