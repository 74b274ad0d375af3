// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FeedbackStore} from "./FeedbackStore.sol";
import {FeedbackViews} from "./FeedbackViews.sol";
import {IIdentityRegistry} from "./IIdentityRegistry.sol";
import {IReputationRegistry} from "./IReputationRegistry.sol";

contract ReputationRegistry is FeedbackViews {
    int128 private constant MAX_VALUE = 1e38;

    constructor(IIdentityRegistry identity) FeedbackStore(identity) {}

    /// @inheritdoc IReputationRegistry
    function giveFeedback(
        uint256 agentId,
        int128 value,
        uint8 valueDecimals,
        string calldata tag1,
        string calldata tag2,
        string calldata endpoint,
        string calldata feedbackURI,
        bytes32 feedbackHash
    ) external {
        if (valueDecimals > MAX_DECIMALS) revert TooManyDecimals();
        if (value > MAX_VALUE || value < -MAX_VALUE) revert ValueTooLarge();
        // Reverts for an agent that does not exist.
        if (IDENTITY.isAuthorizedOrOwner(msg.sender, agentId)) revert SelfFeedback();
        uint64 index = ++_lastIndex[agentId][msg.sender];
        if (index == 1) _clients[agentId].push(msg.sender);
        Feedback storage feedback = _feedback[agentId][msg.sender][index];
        feedback.value = value;
        feedback.valueDecimals = valueDecimals;
        _setTags(feedback, tag1, tag2);
        emit NewFeedback(
            agentId,
            msg.sender,
            index,
            value,
            valueDecimals,
            tag1,
            tag1,
            tag2,
            endpoint,
            feedbackURI,
            feedbackHash
        );
    }

    /// @inheritdoc IReputationRegistry
    function revokeFeedback(uint256 agentId, uint64 feedbackIndex) external {
        Feedback storage feedback = _find(agentId, msg.sender, feedbackIndex);
        if (feedback.isRevoked) revert AlreadyRevoked();
        feedback.isRevoked = true;
        emit FeedbackRevoked(agentId, msg.sender, feedbackIndex);
    }

    /// @inheritdoc IReputationRegistry
    function appendResponse(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        string calldata responseURI,
        bytes32 responseHash
    ) external {
        if (bytes(responseURI).length == 0) revert EmptyURI();
        Feedback storage feedback = _find(agentId, clientAddress, feedbackIndex);
        if (feedback.responseCount[msg.sender]++ == 0) feedback.responders.push(msg.sender);
        emit ResponseAppended(agentId, clientAddress, feedbackIndex, msg.sender, responseURI, responseHash);
    }

    /// @dev Apart, because without the optimizer, as coverage compiles, `giveFeedback` has more values than the stack reaches.
    function _setTags(Feedback storage feedback, string calldata tag1, string calldata tag2) private {
        feedback.tag1 = tag1;
        feedback.tag2 = tag2;
    }
}
