// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Price rounds of one asset
/// @notice Will the price be higher at the end of the round than at its start? Five timeframes `tf` (0 to 4) have rounds of
/// 300, 900, 3,600, 14,400 and 86,400 seconds, one after the other, with ids from 1. Wallets bet USDB on one side, 1 bull
/// (higher) or 2 bear (lower), until a tenth of the duration before the end. The feed's first update at or after the end
/// decides, whoever settles and when. Amounts and shares have 18 decimals, prices those of the feed (8), times are in seconds,
/// bp are 1/10,000.
///
/// Of the losing pool 2 % go to the treasury and 3 % seed the next round of the timeframe; the rest goes to the winners by
/// shares, on top of their stakes, with as much of the round's own seed as the losing pool at most. What is left of the seed
/// moves on. A round is canceled, and every stake refunded, when no price decides, the price is the one at the start, or
/// nobody bet on the side that is right.
/// @dev Names are fixed by the published ABI.
interface IUpDown {
    /// @notice A round is open for bets.
    /// @param seedBonus USDB of earlier rounds of which its winners get at most as much as the losing pool.
    event NewRound(
        uint8 indexed tf,
        uint256 indexed roundId,
        uint256 startTime,
        uint256 endTime,
        int256 startPrice,
        uint256 seedBonus
    );
    /// @notice A wallet bet.
    /// @param side 1 bull, 2 bear.
    event BetPlaced(
        uint8 indexed tf,
        address indexed user,
        uint256 indexed roundId,
        uint8 side,
        uint256 amount,
        uint256 shares
    );
    /// @notice A price decided a round.
    /// @param outcome 1 bull wins, 2 bear wins, 3 canceled: an equal price, or nobody bet on the side that is right.
    event RoundSettled(
        uint8 indexed tf, uint256 indexed roundId, address indexed settler, int256 endPrice, uint8 outcome
    );
    /// @notice A round was canceled without a price.
    event RoundCanceled(uint8 indexed tf, uint256 indexed roundId);
    /// @notice A winner was paid.
    /// @param payout With the stake.
    event BetWon(
        uint8 indexed tf, address indexed user, uint256 indexed roundId, uint256 stake, uint256 payout
    );
    /// @notice A stake of a canceled round was paid back.
    event BetRefunded(
        uint8 indexed tf, address indexed user, uint256 indexed roundId, uint256 amount
    );
    /// @notice USDB of a round go to the next one: 3 % of the losing pool with the rest of its
    /// seed, or the seed of a canceled round.
    event CarryoverCaptured(uint8 indexed tf, uint256 indexed fromRoundId, uint256 amount);
    /// @notice The virtual base per side of the timeframe's next rounds changed.
    event VirtBaseUpdated(uint8 indexed tf, uint256 virtBase);
    /// @notice The operator opened the first round of a timeframe.
    event PredictionStarted(uint8 indexed tf, uint256 indexed roundId);
    /// @notice The operator paused bets, or allowed them again.
    event PausedSet(bool paused);
    /// @notice The operator stopped all rounds, or let them go on.
    event HaltedSet(bool halted);
    /// @notice The operator changed the least amount of a bet.
    event MinBetChanged(uint256 minBet);
    /// @notice The operator replaced the price feed.
    event PriceFeedChanged(address priceFeed);

    /// @notice The wallet has bet on the other side of this round.
    error AlreadyBetOnOtherSide();
    /// @notice The rounds have been started, or one is open.
    error AlreadyStarted();
    /// @notice The round takes no bets any more, or another one is open.
    error BettingClosed();
    /// @notice The amount is below the minimum, or beyond what a round can hold.
    error InvalidAmount();
    /// @notice The feed does not have 8 decimals.
    error InvalidFeed();
    /// @notice The feed's price is not above 0.
    error InvalidPrice();
    /// @notice A side is 1 (bull) or 2 (bear).
    error InvalidSide();
    /// @notice A timeframe is 0 to 4.
    error InvalidTimeframe();
    /// @notice The transaction has too little gas to read the feed.
    error InsufficientGas();
    /// @notice The lists differ in length.
    error LengthMismatch();
    /// @notice No round of this timeframe is open.
    error NoActiveRound();
    /// @notice The feed has no update at or after the end of the round yet.
    error NoUpdateAfterEndTime();
    /// @notice The feed's first update after the end came later than `FINALIZE_WINDOW`: the round can only be canceled.
    error NoValidPriceInWindow();
    /// @notice The wallet has nothing to claim: no bet, the wrong side, or claimed already.
    error NothingToClaim();
    /// @notice The operator has paused bets or stopped the rounds.
    error Paused();
    /// @notice A round is open.
    error RoundOpen();
    /// @notice The round has its outcome.
    error RoundAlreadySettled();
    /// @notice The round has no outcome yet.
    error RoundNotSettled();
    /// @notice The feed's latest price is older than `priceStaleness`; than `PRICE_STALENESS` after `panicCancel`.
    error StalePrice();
    /// @notice The bet would give fewer shares than the caller accepts.
    error TooFewShares();
    /// @notice The round has not ended, or may not be canceled yet.
    error TooEarlyToSettle();
    /// @notice Known to clients and never thrown: a round can be settled at any time after its end.
    error TooLateForValidPrice();
    /// @notice The zero address is not a valid argument here.
    error ZeroAddress();
    /// @notice The amount is too small for a share.
    error ZeroShares();

    /// @notice Bets `amount` USDB, approved to this contract, that the price will be higher.
    function betBull(uint8 tf, uint256 amount) external;

    /// @notice Bets `amount` USDB, approved to this contract, that the price will be lower.
    function betBear(uint8 tf, uint256 amount) external;

    /// @notice Bets on one round only, and only for as many shares as the caller accepts.
    /// @param roundId Any other round than the open one reverts (`BettingClosed`).
    /// @param side 1 bull, 2 bear.
    /// @param minShares Fewer shares revert (`TooFewShares`).
    /// @return shares Of the bet.
    function bet(uint8 tf, uint256 roundId, uint8 side, uint256 amount, uint256 minShares)
        external
        returns (uint256 shares);

    /// @notice Pays the caller what a round owes: stake and winnings, or the refund.
    function claim(uint8 tf, uint256 roundId) external;

    /// @notice Claims several rounds at once and skips those that owe the caller nothing.
    /// @param tfs Timeframe of each round.
    /// @param roundIds As many rounds.
    function claimMany(uint8[] calldata tfs, uint256[] calldata roundIds) external;

    /// @notice Settles the open round with the feed's first update at or after its end, and opens the next one. For anybody,
    /// at any time after the end.
    function settleCurrentRound(uint8 tf) external;

    /// @notice From 1,200 seconds after the end: cancels the open round when that update is missing, late or not a price,
    /// otherwise settles it; and opens the next one. For anybody.
    function cancelCurrentRoundAndStartNext(uint8 tf) external;

    /// @notice Opens a round when none is open and the feed's price is fresh. For anybody.
    function startRound(uint8 tf) external;

    /// @notice Opens the first round of every timeframe, once. Reserved to the operator.
    function startPrediction() external;

    /// @notice Refuses bets, or allows them again; rounds go on. Reserved to the operator.
    function setPaused(bool paused) external;

    /// @notice Cancels every round that has not ended and opens no other one. Ended rounds are decided by the feed. Reserved
    /// to the operator.
    function panicCancel() external;

    /// @notice After `panicCancel`: opens a round at once in every timeframe that has none and for which the feed's price is
    /// fresh; `startRound` opens the others. Reserved to the operator.
    function resumePrediction() external;

    /// @notice Sets the least amount of a bet, above 0. Reserved to the operator.
    function setMinBet(uint256 minBet) external;

    /// @notice Replaces the feed, while no round of any timeframe is open. Reserved to the operator.
    function setPriceFeed(address priceFeed) external;

    /// @notice Shares that a bet would give now.
    function quoteShares(uint8 tf, uint8 side, uint256 amount) external view returns (uint256);

    /// @notice What `claim` would pay the wallet.
    function quoteClaimPayout(uint8 tf, uint256 roundId, address user) external view returns (uint256);

    /// @notice What the open round would pay the wallet if its side won with the bets made so far.
    function quoteCurrentPayout(uint8 tf, address user) external view returns (uint256);

    /// @notice The round that takes bets or waits for its outcome; 0 for none.
    function currentRoundId(uint8 tf) external view returns (uint256);

    /// @notice When the open round stops taking bets: a tenth of its duration before its end; 0 for none.
    function bettingEndsAt(uint8 tf) external view returns (uint256);

    /// @notice What the winners of a round got of its seed; 0 until it is won.
    function seedPaid(uint8 tf, uint256 roundId) external view returns (uint256);

    /// @notice Bull's part of the virtual reserves of the open round, scaled by 1e18.
    function currentBullProbability(uint8 tf) external view returns (uint256);

    /// @notice Weight of a bet now, in bp.
    function currentSlippageThreshold(uint8 tf) external view returns (uint256);

    /// @notice A round; zeros for an unknown one.
    /// @return startTime When it began; it may have opened later.
    /// @return endTime When the round ends; bets end a tenth of the duration earlier.
    /// @return settledAt When it got its outcome; 0 before.
    /// @return startPrice The feed's price when it opened.
    /// @return endPrice The price that decided; 0 for none.
    /// @return endPriceRoundId Id of that price in the feed.
    /// @return virtBull Virtual reserve of the side: the base and its pool.
    /// @return virtBear Virtual reserve of the side: the base and its pool.
    /// @return bullPool USDB bet on the side.
    /// @return bearPool USDB bet on the side.
    /// @return sharesBull Shares of the side.
    /// @return sharesBear Shares of the side.
    /// @return seedBonus USDB of earlier rounds, see `seedPaid`.
    /// @return outcome 0 pending, 1 bull wins, 2 bear wins, 3 canceled.
    function getRound(uint8 tf, uint256 roundId)
        external
        view
        returns (
            uint256 startTime,
            uint256 endTime,
            uint256 settledAt,
            int256 startPrice,
            int256 endPrice,
            uint80 endPriceRoundId,
            uint256 virtBull,
            uint256 virtBear,
            uint256 bullPool,
            uint256 bearPool,
            uint256 sharesBull,
            uint256 sharesBear,
            uint256 seedBonus,
            uint8 outcome
        );

    /// @notice The same as `getRound`.
    function rounds(uint8 tf, uint256 roundId)
        external
        view
        returns (
            uint256 startTime,
            uint256 endTime,
            uint256 settledAt,
            int256 startPrice,
            int256 endPrice,
            uint80 endPriceRoundId,
            uint256 virtBull,
            uint256 virtBear,
            uint256 bullPool,
            uint256 bearPool,
            uint256 sharesBull,
            uint256 sharesBear,
            uint256 seedBonus,
            uint8 outcome
        );

    /// @notice All bets of a wallet in a round together.
    /// @return side 1 bull, 2 bear, 0 for no bet.
    /// @return amount USDB.
    /// @return shares Of the side.
    /// @return claimed Whether payout or refund was claimed.
    function getUserBet(uint8 tf, uint256 roundId, address user)
        external
        view
        returns (uint8 side, uint256 amount, uint256 shares, bool claimed);

    /// @notice The same as `getUserBet`.
    function userBets(uint8 tf, uint256 roundId, address user)
        external
        view
        returns (uint8 side, uint256 amount, uint256 shares, bool claimed);

    /// @notice Least amount of a bet.
    function minBet() external view returns (uint256);

    /// @notice Whether bets are refused.
    function paused() external view returns (bool);

    /// @notice Whether the operator has stopped the rounds: none opens.
    function halted() external view returns (bool);

    /// @notice USDB that seed the timeframe's next round.
    function pendingCarryover(uint8 tf) external view returns (uint256);

    /// @notice Virtual base per side of the timeframe's next round.
    function protocolVirtBase(uint8 tf) external view returns (uint256);

    /// @notice The feed of the asset's price.
    function priceFeed() external view returns (address);

    /// @notice Duration of a timeframe's rounds.
    function tfDuration(uint8 tf) external pure returns (uint256);

    /// @notice Number of timeframes.
    function TF_COUNT() external view returns (uint8);

    /// @notice Seconds after the end in which the deciding update may come.
    function FINALIZE_WINDOW() external view returns (uint256);

    /// @notice Largest age of the price that a round of the timeframe starts with: a tenth of its duration, at least 60
    /// seconds, at most `PRICE_STALENESS`.
    function priceStaleness(uint8 tf) external pure returns (uint256);

    /// @notice Largest age of a start price in any timeframe.
    function PRICE_STALENESS() external view returns (uint256);

    /// @notice Weight of a bet at the start of a round, in bp.
    function SLIPPAGE_START_BP() external view returns (uint256);

    /// @notice Weight of a bet at the end of a round, in bp.
    function SLIPPAGE_END_BP() external view returns (uint256);

    /// @notice The treasury's part of the losing pool, in bp.
    function FEE_BPS() external view returns (uint256);

    /// @notice The next round's part of the losing pool, in bp.
    function CARRYOVER_BPS() external view returns (uint256);

    /// @notice Rise of the virtual base after a round with a volume above it, in bp.
    function GROWTH_BPS() external view returns (uint256);

    /// @notice Fall of the virtual base after another round, in bp.
    function DECAY_BPS() external view returns (uint256);

    /// @notice Least virtual base, in USDB.
    function VIRT_FLOOR() external view returns (uint256);

    /// @notice Largest virtual base, in USDB.
    function VIRT_BASE_CAP() external view returns (uint256);

    /// @notice USDB.
    function usdb() external view returns (address);

    /// @notice No token is set apart for washing trades: the zero address. Clients of such contracts ask for it.
    function washToken() external pure returns (address);

    /// @notice The router; its `Taxes` names the treasury.
    function swap() external view returns (address);

    /// @notice The operator.
    function CEO() external view returns (address);
}
