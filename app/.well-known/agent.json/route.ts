// Where clients of before A2A 0.3 look for the agent card.
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "../agent-card.json/route"
