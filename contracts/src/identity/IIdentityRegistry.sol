// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Identities of agents, after ERC-8004
/// @notice An agent is an ERC-721 token whose URI is its registration file. Functions and events are those of the
/// deployment that public chains share; ids count from 0.
interface IIdentityRegistry {
    /// @notice An entry of an agent's metadata.
    struct MetadataEntry {
        string metadataKey;
        bytes metadataValue;
    }

    /// @notice An agent was registered.
    event Registered(uint256 indexed agentId, string agentURI, address indexed owner);
    /// @notice An entry of metadata was set; under `agentWallet` the 20 bytes of the agent's wallet, or none.
    event MetadataSet(
        uint256 indexed agentId, string indexed indexedMetadataKey, string metadataKey, bytes metadataValue
    );
    /// @notice An agent's registration file is at another URI now.
    event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy);

    /// @notice The call is reserved to the agent's owner and those who may act for it.
    error NotAuthorized();
    /// @notice `agentWallet` is set by `setAgentWallet` alone.
    error ReservedKey();
    /// @notice The zero address is not a valid argument here.
    error ZeroAddress();
    /// @notice The signature's deadline has passed.
    error SignatureExpired();
    /// @notice The signature's deadline is more than 5 minutes ahead.
    error DeadlineTooFar();
    /// @notice The new wallet has not signed this change.
    error InvalidWalletSignature();

    /// @notice Registers an agent without a registration file. The caller is its owner and its wallet.
    function register() external returns (uint256 agentId);

    /// @notice Registers an agent with its registration file.
    function register(string memory agentURI) external returns (uint256 agentId);

    /// @notice Registers an agent with its registration file and metadata.
    function register(string memory agentURI, MetadataEntry[] memory metadata)
        external
        returns (uint256 agentId);

    /// @notice Says where the agent's registration file is.
    function setAgentURI(uint256 agentId, string calldata newURI) external;

    /// @notice Sets an entry of metadata.
    function setMetadata(uint256 agentId, string memory metadataKey, bytes memory metadataValue) external;

    /// @notice Sets the wallet that the agent acts with. It has to agree: the signature is its own over
    /// `AgentWalletSet(uint256 agentId,address newWallet,address owner,uint256 deadline)` (EIP-712), or is accepted by
    /// it (ERC-1271).
    /// @param deadline In seconds, at most 5 minutes ahead.
    function setAgentWallet(uint256 agentId, address newWallet, uint256 deadline, bytes calldata signature)
        external;

    /// @notice The agent has no wallet afterwards. A transfer does the same.
    function unsetAgentWallet(uint256 agentId) external;

    /// @notice An entry of metadata; empty when it was never set.
    function getMetadata(uint256 agentId, string memory metadataKey) external view returns (bytes memory);

    /// @notice The wallet that the agent acts with; zero for none.
    function getAgentWallet(uint256 agentId) external view returns (address);

    /// @notice Whether `spender` owns the agent, or may act for its owner.
    function isAuthorizedOrOwner(address spender, uint256 agentId) external view returns (bool);

    /// @notice The version of the shared deployment whose functions these are.
    function getVersion() external pure returns (string memory);
}
