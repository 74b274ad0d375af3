// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {AggregatorV3Interface} from "./AggregatorV3Interface.sol";
import {IUpDown} from "./IUpDown.sol";
import {UpDownMath} from "./UpDownMath.sol";

/// @dev State, settings and access checks. `UpDownBets`, `UpDownRounds`, `UpDownClaims` and `UpDownViews` add the rest. Every
/// state variable is declared here.
abstract contract UpDownStore is Ownable2Step, ReentrancyGuardTransient, IUpDown {
    /// @dev Both pools together fit 112 bits (`UpDownBets`). The shares of a side are at most its pool and 31 times,
    /// `ln(2^112 / 500e18)`, the other reserve, which fits 128.
    struct Round {
        uint40 startTime;
        uint40 endTime;
        uint40 settledAt;
        uint8 outcome;
        /// Virtual reserve of each side without its pool.
        uint128 virtBase;
        int176 startPrice;
        uint80 startPriceId;
        int176 endPrice;
        uint80 endPriceId;
        uint128 bullPool;
        uint128 bearPool;
        uint128 sharesBull;
        uint128 sharesBear;
        uint128 seedBonus;
    }

    struct UserBet {
        uint8 side;
        bool claimed;
        uint112 amount;
        uint128 shares;
    }

    uint8 internal constant BULL = 1;
    uint8 internal constant BEAR = 2;
    uint8 internal constant CANCELED = 3;

    /// @inheritdoc IUpDown
    uint8 public constant TF_COUNT = 5;
    /// @inheritdoc IUpDown
    uint256 public constant FINALIZE_WINDOW = 1_200;
    /// @inheritdoc IUpDown
    uint256 public constant PRICE_STALENESS = 3_600;
    /// Least `priceStaleness`: feeds that post every half minute are never too old for a round.
    uint256 private constant LEAST_STALENESS = 60;
    uint8 private constant PRICE_DECIMALS = 8;

    ISwap internal immutable SWAP;
    IERC20 internal immutable USDB;

    mapping(uint8 tf => mapping(uint256 roundId => Round)) internal _rounds;
    mapping(uint8 tf => mapping(uint256 roundId => mapping(address user => UserBet))) internal _bets;
    mapping(uint8 tf => uint256 roundId) internal _lastRoundId;
    /// @inheritdoc IUpDown
    mapping(uint8 tf => uint256 roundId) public currentRoundId;
    /// @inheritdoc IUpDown
    mapping(uint8 tf => uint256) public pendingCarryover;
    /// @inheritdoc IUpDown
    mapping(uint8 tf => uint256) public protocolVirtBase;
    /// @inheritdoc IUpDown
    uint256 public minBet;
    /// @inheritdoc IUpDown
    address public priceFeed;
    /// @inheritdoc IUpDown
    bool public paused;
    /// @inheritdoc IUpDown
    bool public halted;

    constructor(ISwap swap_, address feed, address operator, uint256 minBet_) Ownable(operator) {
        SWAP = swap_;
        USDB = swap_.USDB();
        _setPriceFeed(feed);
        _setMinBet(minBet_);
        for (uint8 tf; tf < TF_COUNT; ++tf) {
            protocolVirtBase[tf] = UpDownMath.VIRT_FLOOR;
        }
    }

    modifier validTimeframe(uint8 tf) {
        if (tf >= TF_COUNT) revert InvalidTimeframe();
        _;
    }

    /// @inheritdoc IUpDown
    function setPaused(bool paused_) external onlyOwner {
        paused = paused_;
        emit PausedSet(paused_);
    }

    /// @inheritdoc IUpDown
    function setMinBet(uint256 minBet_) external onlyOwner {
        _setMinBet(minBet_);
    }

    /// @inheritdoc IUpDown
    function setPriceFeed(address feed) external onlyOwner {
        for (uint8 tf; tf < TF_COUNT; ++tf) {
            if (currentRoundId[tf] != 0) revert RoundOpen();
        }
        _setPriceFeed(feed);
    }

    /// @inheritdoc IUpDown
    function tfDuration(uint8 tf) public pure validTimeframe(tf) returns (uint256) {
        if (tf == 0) return 5 minutes;
        if (tf == 1) return 15 minutes;
        if (tf == 2) return 1 hours;
        return tf == 3 ? 4 hours : 1 days;
    }

    /// @inheritdoc IUpDown
    function priceStaleness(uint8 tf) public pure returns (uint256) {
        return UpDownMath.staleness(tfDuration(tf), LEAST_STALENESS, PRICE_STALENESS);
    }

    /// @dev The round that takes bets or waits for its outcome.
    function _requireCurrent(uint8 tf) internal view validTimeframe(tf) returns (Round storage) {
        uint256 roundId = currentRoundId[tf];
        if (roundId == 0) revert NoActiveRound();
        return _rounds[tf][roundId];
    }

    /// @dev From then on the round takes no bets.
    function _bettingEnd(uint8 tf, Round storage round) internal view returns (uint256) {
        return round.endTime - UpDownMath.closedSeconds(tfDuration(tf));
    }

    /// @dev Virtual reserves of both sides.
    function _reserves(Round storage round) internal view returns (uint256 bull, uint256 bear) {
        uint256 base = round.virtBase;
        return (base + round.bullPool, base + round.bearPool);
    }

    function _setPriceFeed(address feed) private {
        if (feed == address(0)) revert ZeroAddress();
        if (AggregatorV3Interface(feed).decimals() != PRICE_DECIMALS) revert InvalidFeed();
        priceFeed = feed;
        emit PriceFeedChanged(feed);
    }

    function _setMinBet(uint256 minBet_) private {
        if (minBet_ == 0) revert InvalidAmount();
        minBet = minBet_;
        emit MinBetChanged(minBet_);
    }
}
