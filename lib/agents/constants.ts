export const MAX_AGENT_NAME = 100
export const MAX_AGENT_DESCRIPTION = 500
export const DEFAULT_AGENT_NAME = "Atoll Agent"
