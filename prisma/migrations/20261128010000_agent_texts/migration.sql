-- What owners have posted of their agents outlives the row of one agent.
create table agent_text (
  wallet text primary key,
  name text,
  description text
);

insert into agent_text (wallet, name, description)
select wallet, nullif(name, 'Atoll Agent'), description from agent where posted_id is not null;
