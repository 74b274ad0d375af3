-- Lists of markets and their count, whatever the number of other tokens.
create index token_prediction_created_at_idx on token (created_at, project_id) where is_prediction;
