-- What the winners of a price round got of its seed: at most as much as the losing pool since contracts of this version, all
-- of it in rounds that were won before.
alter table updown_end add column seed_paid decimal(78, 0) not null default 0;
alter table updown_round add column seed_paid decimal(78, 0) not null default 0;
update updown_end set seed_paid = seed_bonus where outcome in (1, 2) and seed_bonus > 0;
update updown_round set seed_paid = seed_bonus where outcome in (1, 2) and seed_bonus > 0;
