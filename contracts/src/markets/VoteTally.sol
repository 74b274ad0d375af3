// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Leading outcome of a vote
/// @notice Used by public disputes, which update a stored tally with every vote, and by private markets, which count
/// all outcomes when the vote is over.
library VoteTally {
    /// @dev One storage slot. A vote always writes exactly this slot, so its gas does not depend on the number of
    /// outcomes. 64 bits hold more votes and seconds than a chain can produce.
    struct Tally {
        uint8 leader;
        /// Whether another outcome has as many votes as the leader.
        bool isTied;
        /// Votes for the leader.
        uint64 most;
        /// Votes for all outcomes.
        uint64 votes;
        /// Time of the last vote in seconds.
        uint64 lastVote;
    }

    /// @notice Compares the number of votes that an outcome has now with the leader's.
    function compare(Tally memory tally, uint8 outcomeId, uint256 votes) internal pure {
        if (votes > tally.most) {
            (tally.leader, tally.most, tally.isTied) = (outcomeId, uint64(votes), false);
        } else if (votes == tally.most && votes > 0) {
            tally.isTied = true;
        }
    }

    /// @notice Compares the outcome `special` and the outcomes 0 to `options - 1`.
    /// @param options At most 150, the most a market can have: the cast of the index cannot truncate.
    function compareAll(
        Tally memory tally,
        mapping(uint8 outcomeId => uint256) storage counts,
        uint8 special,
        uint256 options
    ) internal view {
        (tally.leader, tally.most, tally.isTied) = (special, uint64(counts[special]), false);
        for (uint256 i; i < options; ++i) {
            compare(tally, uint8(i), counts[uint8(i)]);
        }
    }
}
