// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IIdentityRegistry} from "./IIdentityRegistry.sol";
import {IReputationRegistry} from "./IReputationRegistry.sol";

/// @dev State of the reputation registry. `FeedbackViews` and `ReputationRegistry` add the rest.
abstract contract FeedbackStore is IReputationRegistry {
    struct Feedback {
        int128 value;
        uint8 valueDecimals;
        bool isRevoked;
        string tag1;
        string tag2;
        address[] responders;
        mapping(address responder => uint64) responseCount;
    }

    uint8 internal constant MAX_DECIMALS = 18;

    IIdentityRegistry internal immutable IDENTITY;

    mapping(uint256 agentId => mapping(address client => mapping(uint64 index => Feedback))) internal _feedback;
    mapping(uint256 agentId => mapping(address client => uint64)) internal _lastIndex;
    mapping(uint256 agentId => address[]) internal _clients;

    constructor(IIdentityRegistry identity) {
        if (address(identity) == address(0)) revert IIdentityRegistry.ZeroAddress();
        IDENTITY = identity;
    }

    function _find(uint256 agentId, address client, uint64 index) internal view returns (Feedback storage) {
        if (index == 0 || index > _lastIndex[agentId][client]) revert FeedbackNotFound();
        return _feedback[agentId][client][index];
    }
}
