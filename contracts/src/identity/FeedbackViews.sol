// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FeedbackStore} from "./FeedbackStore.sol";
import {IReputationRegistry} from "./IReputationRegistry.sol";

/// @dev What can be read of feedback.
abstract contract FeedbackViews is FeedbackStore {
    /// Which feedback is meant. The hash of an empty tag stands for any.
    struct Filter {
        bytes32 tag1;
        bytes32 tag2;
        bool includeRevoked;
    }

    bytes32 private constant ANY_TAG = keccak256("");

    /// @inheritdoc IReputationRegistry
    function getIdentityRegistry() external view returns (address) {
        return address(IDENTITY);
    }

    /// @inheritdoc IReputationRegistry
    function getClients(uint256 agentId) external view returns (address[] memory) {
        return _clients[agentId];
    }

    /// @inheritdoc IReputationRegistry
    function getLastIndex(uint256 agentId, address clientAddress) external view returns (uint64) {
        return _lastIndex[agentId][clientAddress];
    }

    /// @inheritdoc IReputationRegistry
    function readFeedback(uint256 agentId, address clientAddress, uint64 feedbackIndex)
        external
        view
        returns (int128 value, uint8 valueDecimals, string memory tag1, string memory tag2, bool isRevoked)
    {
        Feedback storage found = _find(agentId, clientAddress, feedbackIndex);
        return (found.value, found.valueDecimals, found.tag1, found.tag2, found.isRevoked);
    }

    /// @inheritdoc IReputationRegistry
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
        )
    {
        Filter memory filter = Filter(keccak256(bytes(tag1)), keccak256(bytes(tag2)), includeRevoked);
        address[] memory from = clientAddresses;
        (clients, feedbackIndexes) = _select(agentId, from.length > 0 ? from : _clients[agentId], filter);
        uint256 count = clients.length;
        values = new int128[](count);
        valueDecimals = new uint8[](count);
        tag1s = new string[](count);
        tag2s = new string[](count);
        revokedStatuses = new bool[](count);
        for (uint256 i; i < count; i++) {
            Feedback storage found = _feedback[agentId][clients[i]][feedbackIndexes[i]];
            values[i] = found.value;
            valueDecimals[i] = found.valueDecimals;
            tag1s[i] = found.tag1;
            tag2s[i] = found.tag2;
            revokedStatuses[i] = found.isRevoked;
        }
    }

    /// @inheritdoc IReputationRegistry
    function getSummary(
        uint256 agentId,
        address[] calldata clientAddresses,
        string calldata tag1,
        string calldata tag2
    ) external view returns (uint64 count, int128 summaryValue, uint8 summaryValueDecimals) {
        if (clientAddresses.length == 0) revert ClientsRequired();
        Filter memory filter = Filter(keccak256(bytes(tag1)), keccak256(bytes(tag2)), false);
        (address[] memory clients, uint64[] memory indexes) = _select(agentId, clientAddresses, filter);
        // Fewer than 2^64 pieces of feedback fit a block's gas.
        count = uint64(clients.length);
        if (count == 0) return (0, 0, 0);
        int256 sum;
        uint64[MAX_DECIMALS + 1] memory frequency;
        for (uint256 i; i < count; i++) {
            Feedback storage found = _feedback[agentId][clients[i]][indexes[i]];
            sum += int256(found.value) * _unitOf(found.valueDecimals);
            frequency[found.valueDecimals]++;
        }
        (summaryValue, summaryValueDecimals) = _fit(sum / int256(uint256(count)), _mostFrequent(frequency));
    }

    /// @inheritdoc IReputationRegistry
    function getResponseCount(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        address[] calldata responders
    ) external view returns (uint64 count) {
        if (clientAddress == address(0)) {
            address[] storage clients = _clients[agentId];
            for (uint256 i; i < clients.length; i++) count += _countOf(agentId, clients[i], responders);
        } else if (feedbackIndex == 0) {
            count = _countOf(agentId, clientAddress, responders);
        } else {
            count = _countResponses(_feedback[agentId][clientAddress][feedbackIndex], responders);
        }
    }

    /// @inheritdoc IReputationRegistry
    function getVersion() external pure returns (string memory) {
        return "2.0.0";
    }

    /// @dev The feedback that is meant, in the order of the clients. A client who is named twice counts twice.
    function _select(uint256 agentId, address[] memory from, Filter memory filter)
        private
        view
        returns (address[] memory clients, uint64[] memory indexes)
    {
        uint256 most;
        for (uint256 i; i < from.length; i++) most += _lastIndex[agentId][from[i]];
        clients = new address[](most);
        indexes = new uint64[](most);
        uint256 count;
        for (uint256 i; i < from.length; i++) {
            uint64 last = _lastIndex[agentId][from[i]];
            for (uint64 index = 1; index <= last; index++) {
                if (!_matches(_feedback[agentId][from[i]][index], filter)) continue;
                (clients[count], indexes[count]) = (from[i], index);
                count++;
            }
        }
        assembly ("memory-safe") {
            mstore(clients, count)
            mstore(indexes, count)
        }
    }

    function _matches(Feedback storage feedback, Filter memory filter) private view returns (bool) {
        if (feedback.isRevoked && !filter.includeRevoked) return false;
        if (filter.tag1 != ANY_TAG && filter.tag1 != keccak256(bytes(feedback.tag1))) return false;
        return filter.tag2 == ANY_TAG || filter.tag2 == keccak256(bytes(feedback.tag2));
    }

    /// @dev A value of as many decimals times this has 18.
    function _unitOf(uint8 decimals) private pure returns (int256) {
        return int256(10 ** uint256(MAX_DECIMALS - decimals));
    }

    /// @dev The lowest of equally frequent ones.
    function _mostFrequent(uint64[MAX_DECIMALS + 1] memory frequency) private pure returns (uint8 decimals) {
        for (uint8 i = 1; i <= MAX_DECIMALS; i++) {
            if (frequency[i] > frequency[decimals]) decimals = i;
        }
    }

    /// @dev No mean is beyond 10^38: without decimals each fits.
    function _fit(int256 mean, uint8 decimals) private pure returns (int128 value, uint8) {
        int256 scaled = mean / _unitOf(decimals);
        while (scaled != int128(scaled)) scaled = mean / _unitOf(--decimals);
        return (int128(scaled), decimals);
    }

    function _countOf(uint256 agentId, address client, address[] calldata responders)
        private
        view
        returns (uint64 count)
    {
        uint64 last = _lastIndex[agentId][client];
        for (uint64 index = 1; index <= last; index++) {
            count += _countResponses(_feedback[agentId][client][index], responders);
        }
    }

    function _countResponses(Feedback storage feedback, address[] calldata responders)
        private
        view
        returns (uint64 count)
    {
        address[] memory counted = responders;
        if (counted.length == 0) counted = feedback.responders;
        for (uint256 i; i < counted.length; i++) count += feedback.responseCount[counted[i]];
    }
}
