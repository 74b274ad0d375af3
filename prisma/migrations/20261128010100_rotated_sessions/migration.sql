-- A sign-in replaces a session; another one at the same moment finds here what the first has made of it.
alter table revoked_session add column rotated_at timestamptz(3), add column wallets jsonb;
