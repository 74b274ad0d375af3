import type { ErrorText } from "./text"

const signAgain = "Have the new wallet sign again, and send the change within 5 minutes."
const ownerOnly = "Use the wallet that owns the agent, or one that it approved."

/** Text of the custom errors of the registries of agents and feedback. */
export const agentErrors: Readonly<Record<string, ErrorText>> = {
  AlreadyRevoked: {
    sentence: "This feedback was revoked before.",
    remedy: "Reload the page for the agent's feedback.",
  },
  ClientsRequired: {
    sentence: "A summary needs the wallets whose feedback counts.",
    remedy: "Name at least one wallet.",
  },
  DeadlineTooFar: {
    sentence: "The new wallet's signature is valid for more than 5 minutes.",
    remedy: signAgain,
  },
  EmptyURI: {
    sentence: "A response has to say where it can be read.",
    remedy: "Enter the address of the response.",
  },
  ERC5267ExtensionsNotSupported: {
    sentence: "The contract's signatures have extensions that are not supported.",
    remedy: "This is a bug. Please report it.",
  },
  ERC721IncorrectOwner: {
    sentence: "The agent belongs to another wallet.",
    remedy: "Reload the page for its owner.",
  },
  ERC721InsufficientApproval: {
    sentence: "This wallet may not move the agent.",
    remedy: ownerOnly,
  },
  ERC721InvalidApprover: {
    sentence: "This wallet may not approve for the agent.",
    remedy: ownerOnly,
  },
  ERC721InvalidOperator: {
    sentence: "This wallet cannot be approved.",
    remedy: "Check the address; it must not be the zero address.",
  },
  ERC721InvalidOwner: {
    sentence: "The zero address owns no agents.",
    remedy: "Check the address.",
  },
  ERC721InvalidReceiver: {
    sentence: "The receiver cannot hold an agent.",
    remedy: "Choose a wallet, or a contract that accepts ERC-721 tokens.",
  },
  ERC721InvalidSender: {
    sentence: "The agent cannot be moved from this address.",
    remedy: "Reload the page for its owner.",
  },
  ERC721NonexistentToken: {
    sentence: "There is no agent with this number.",
    remedy: "Check the agent's number.",
  },
  FeedbackNotFound: {
    sentence: "This wallet has given no such feedback.",
    remedy: "Reload the page for the agent's feedback.",
  },
  InvalidWalletSignature: {
    sentence: "The new wallet has not signed this change.",
    remedy: signAgain,
  },
  NotAuthorized: { sentence: "Only the agent's owner can do this.", remedy: ownerOnly },
  ReservedKey: {
    sentence: "The agent's wallet cannot be set as metadata.",
    remedy: "Move the agent's wallet instead, which the new wallet signs.",
  },
  SelfFeedback: {
    sentence: "Nobody rates an agent that they own or operate.",
    remedy: "Rate it with a wallet that has dealt with it.",
  },
  SignatureExpired: { sentence: "The new wallet's signature has expired.", remedy: signAgain },
  TooManyDecimals: {
    sentence: "A rating has at most 18 decimals.",
    remedy: "Enter a value with fewer decimals.",
  },
  ValueTooLarge: {
    sentence: "The rating is too large.",
    remedy: "Enter a smaller value.",
  },
}
