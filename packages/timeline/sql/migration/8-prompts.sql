-- Version 8, too: a turn is found by the agent's own name of its prompt.
ALTER TABLE turns ADD COLUMN prompt_id TEXT;
CREATE UNIQUE INDEX turns_by_prompt ON turns (session, prompt_id) WHERE prompt_id IS NOT NULL;
