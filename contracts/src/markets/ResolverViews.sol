// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketResolver} from "./IMarketResolver.sol";
import {ResolverStore} from "./ResolverStore.sol";

/// @dev Reads of disputes, votes and bounties.
abstract contract ResolverViews is ResolverStore {
    /// @inheritdoc IMarketResolver
    function proposalTime(address marketToken) external view returns (uint256) {
        return _round(marketToken).proposalTime;
    }

    /// @inheritdoc IMarketResolver
    function quorum(address marketToken) external view returns (uint256) {
        return _round(marketToken).quorum;
    }

    /// @inheritdoc IMarketResolver
    function finalOutcome(address marketToken) external view returns (uint8) {
        return resolved[marketToken] ? _finalOutcomes[marketToken] : UNRESOLVED;
    }

    /// @inheritdoc IMarketResolver
    function inDispute(address marketToken) external view returns (bool) {
        return !resolved[marketToken] && disputes[marketToken].disputer != address(0);
    }

    /// @inheritdoc IMarketResolver
    function inVeto(address marketToken) external view returns (bool) {
        return !resolved[marketToken] && disputes[marketToken].vetoer != address(0);
    }

    /// @inheritdoc IMarketResolver
    function nftVoteCount(address marketToken, uint256 round, uint8 outcomeId)
        external
        view
        returns (uint256)
    {
        return _rounds[marketToken][round].counts[outcomeId];
    }

    /// @inheritdoc IMarketResolver
    function nftHasVoted(address marketToken, uint256 round, address voter) external view returns (bool) {
        return _rounds[marketToken][round].choices[voter] != 0;
    }

    /// @inheritdoc IMarketResolver
    function voterChoice(address marketToken, uint256 round, address wallet) external view returns (uint8) {
        uint256 choice = _rounds[marketToken][round].choices[wallet];
        return choice == 0 ? 0 : uint8(choice - 1);
    }

    /// @inheritdoc IMarketResolver
    function bountyPerCorrectVote(address marketToken) external view returns (uint256) {
        return _bountyPerVoter[marketToken];
    }

    /// @inheritdoc IMarketResolver
    function bountyClaimed(address marketToken, address voter) external view returns (bool) {
        return _hasClaimed[marketToken][voter];
    }

    /// @inheritdoc IMarketResolver
    function getClaimableBounty(address marketToken, address wallet) public view returns (uint256) {
        if (!resolved[marketToken] || _hasClaimed[marketToken][wallet]) return 0;
        bool isRight =
            _hasVotedFor(marketToken, currentRound[marketToken], wallet, _finalOutcomes[marketToken]);
        return isRight ? _bountyPerVoter[marketToken] : 0;
    }

    /// @inheritdoc IMarketResolver
    function getClaimableEarlyBounty(address marketToken, uint256 round, address wallet)
        public
        view
        returns (uint256)
    {
        Round storage round_ = _rounds[marketToken][round];
        if (round_.hasClaimedEarly[wallet]) return 0;
        return _hasVotedFor(marketToken, round, wallet, EARLY) ? round_.earlyBounty : 0;
    }

    function _hasVotedFor(address marketToken, uint256 round, address wallet, uint8 outcomeId)
        private
        view
        returns (bool)
    {
        return _rounds[marketToken][round].choices[wallet] == uint256(outcomeId) + 1;
    }
}
