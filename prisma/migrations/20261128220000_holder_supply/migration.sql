-- What all holders have, so that nobody sums it for each page of a token.
alter table token add column holder_supply numeric(78, 0) not null default 0;

update token t set holder_supply = s.supply
from (select token, sum(balance) as supply from holder where balance > 0 group by token) s
where s.token = t.address;
