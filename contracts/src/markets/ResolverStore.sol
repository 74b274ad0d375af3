// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {IMarketResolver} from "./IMarketResolver.sol";
import {IMarketTrading} from "./IMarketTrading.sol";
import {VoteTally} from "./VoteTally.sol";

/// @dev State of the resolver. Every state variable is declared here.
abstract contract ResolverStore is Ownable2Step, ReentrancyGuardTransient, IMarketResolver {
    struct Dispute {
        address proposer;
        address disputer;
        address vetoer;
        uint8 originalOutcome;
        uint8 disputedOutcome;
        uint8 vetoOutcome;
        uint256 proposerBond;
        uint256 disputerBond;
        uint256 vetoBond;
        uint256 disputeStartTime;
    }

    struct Round {
        uint256 proposalTime;
        /// Votes that the dispute needs. Fixed when it starts, so that a later donation to the bounty cannot raise it.
        uint256 quorum;
        /// USDB for each voter for EARLY; 0 unless EARLY has won.
        uint256 earlyBounty;
        mapping(uint8 outcomeId => uint256) counts;
        /// The voter's outcome id plus 1; 0 without a vote.
        mapping(address wallet => uint256) choices;
        mapping(address wallet => bool) hasClaimedEarly;
        /// Updated by every vote.
        VoteTally.Tally tally;
    }

    struct Stake {
        address token;
        uint256 amount;
    }

    /// @dev A vote that locks the voter's stake. One slot.
    struct VoteLock {
        address marketToken;
        uint48 round;
        /// Time of the vote in seconds.
        uint48 time;
    }

    uint8 internal constant EARLY = 253;
    uint8 internal constant INVALID = 254;
    uint8 internal constant UNRESOLVED = 255;

    /// @inheritdoc IMarketResolver
    uint256 public immutable PROPOSAL_PERIOD;
    /// @inheritdoc IMarketResolver
    uint256 public immutable DISPUTE_PERIOD;
    /// @inheritdoc IMarketResolver
    uint256 public immutable VETO_PERIOD;

    IMarketTrading internal immutable TRADING;
    ISwap internal immutable SWAP;
    IERC20 internal immutable USDB;

    /// @inheritdoc IMarketResolver
    mapping(address marketToken => Dispute) public disputes;
    /// @inheritdoc IMarketResolver
    mapping(address marketToken => uint256) public currentRound;
    /// @inheritdoc IMarketResolver
    mapping(address marketToken => bool) public resolved;
    mapping(address marketToken => uint8) internal _finalOutcomes;
    mapping(address marketToken => mapping(uint256 round => Round)) internal _rounds;
    mapping(address marketToken => uint256) internal _bountyPerVoter;
    mapping(address marketToken => mapping(address wallet => bool)) internal _hasClaimed;
    mapping(address wallet => Stake) internal _stakes;
    /// In the order of the votes.
    mapping(address wallet => VoteLock[]) internal _voteLocks;

    constructor(
        IMarketTrading trading,
        ISwap swap,
        uint256 challengePeriod,
        uint256 votingPeriod,
        uint256 vetoPeriod,
        address operator
    ) Ownable(operator) {
        TRADING = trading;
        SWAP = swap;
        USDB = swap.USDB();
        PROPOSAL_PERIOD = challengePeriod;
        DISPUTE_PERIOD = votingPeriod;
        VETO_PERIOD = vetoPeriod;
    }

    function _round(address marketToken) internal view returns (Round storage) {
        return _rounds[marketToken][currentRound[marketToken]];
    }
}
