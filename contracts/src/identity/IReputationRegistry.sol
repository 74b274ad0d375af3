// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Feedback on agents, after ERC-8004
/// @notice A wallet that dealt with an agent leaves a number with up to 18 decimals and two tags. What the number means
/// is said by the tags, for example `starred` for 0 to 100. Functions and events are those of the deployment that public
/// chains share.
interface IReputationRegistry {
    /// @notice Feedback was given. A client's feedback on an agent is numbered from 1.
    event NewFeedback(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 feedbackIndex,
        int128 value,
        uint8 valueDecimals,
        string indexed indexedTag1,
        string tag1,
        string tag2,
        string endpoint,
        string feedbackURI,
        bytes32 feedbackHash
    );
    /// @notice A client took feedback back.
    event FeedbackRevoked(
        uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex
    );
    /// @notice Somebody answered feedback.
    event ResponseAppended(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 feedbackIndex,
        address indexed responder,
        string responseURI,
        bytes32 responseHash
    );

    /// @notice The value has more than 18 decimals.
    error TooManyDecimals();
    /// @notice The value is beyond 10^38 on either side.
    error ValueTooLarge();
    /// @notice Nobody rates an agent that they own or act for.
    error SelfFeedback();
    /// @notice The client has given no such feedback.
    error FeedbackNotFound();
    /// @notice The feedback was revoked before.
    error AlreadyRevoked();
    /// @notice A response has to say where it is.
    error EmptyURI();
    /// @notice A summary over everybody would be a summary of whoever has the most wallets: name the clients.
    error ClientsRequired();

    /// @notice Gives feedback on an agent. Only value, decimals and tags are stored, the rest is in the event.
    /// @param feedbackHash Of what `feedbackURI` holds; zero when the URI names its content.
    function giveFeedback(
        uint256 agentId,
        int128 value,
        uint8 valueDecimals,
        string calldata tag1,
        string calldata tag2,
        string calldata endpoint,
        string calldata feedbackURI,
        bytes32 feedbackHash
    ) external;

    /// @notice Takes the caller's own feedback back.
    function revokeFeedback(uint256 agentId, uint64 feedbackIndex) external;

    /// @notice Answers feedback; everybody may.
    function appendResponse(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        string calldata responseURI,
        bytes32 responseHash
    ) external;

    /// @notice The registry whose agents are rated.
    function getIdentityRegistry() external view returns (address);

    /// @notice How many times a client has given feedback on an agent.
    function getLastIndex(uint256 agentId, address clientAddress) external view returns (uint64);

    /// @notice One piece of feedback.
    function readFeedback(uint256 agentId, address clientAddress, uint64 feedbackIndex)
        external
        view
        returns (
            int128 value, uint8 valueDecimals, string memory tag1, string memory tag2, bool isRevoked
        );

    /// @notice The feedback of these clients, or of all when none is named. An empty tag stands for any.
    function readAllFeedback(
        uint256 agentId,
        address[] calldata clientAddresses,
        string calldata tag1,
        string calldata tag2,
        bool includeRevoked
    )
        external
        view
        returns (
            address[] memory clients,
            uint64[] memory feedbackIndexes,
            int128[] memory values,
            uint8[] memory valueDecimals,
            string[] memory tag1s,
            string[] memory tag2s,
            bool[] memory revokedStatuses
        );

    /// @notice The mean of these clients' feedback, rounded towards zero, with the number of decimals that most of it
    /// has, or fewer when the mean would not fit. An empty tag stands for any; revoked feedback does not count.
    function getSummary(
        uint256 agentId,
        address[] calldata clientAddresses,
        string calldata tag1,
        string calldata tag2
    ) external view returns (uint64 count, int128 summaryValue, uint8 summaryValueDecimals);

    /// @notice How many responses these responders gave, or all when none is named. The zero address stands for every
    /// client, index 0 for all feedback of the client.
    function getResponseCount(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        address[] calldata responders
    ) external view returns (uint64 count);

    /// @notice Everybody who has given feedback on the agent, in the order of their first.
    function getClients(uint256 agentId) external view returns (address[] memory);

    /// @notice The version of the shared deployment whose functions these are.
    function getVersion() external pure returns (string memory);
}
