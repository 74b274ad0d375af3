// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Rates, surge tax and split
/// @notice Base rates in basis points (bp, 1/10,000): Floor+ and prediction tokens 150, Stable+ and TIDE 50. Of a
/// tax the creator receives 20 %, the vault 16 %, the buyers of the reward phase 4 %, the treasury the rest
/// and every part without a receiver, such as that of forfeited shares. Of a prediction token's tax two thirds go to its
/// market before that split.
/// @dev Names are fixed by the published ABI.
interface ITaxes {
    /// @notice The creator started a surge tax.
    event SurgeStarted(
        address indexed token, uint256 startRate, uint256 endRate, uint256 duration, uint256 startTime
    );
    /// @notice The creator ended a surge early.
    event SurgeEnded(address indexed token, uint256 refundSeconds);
    /// @notice A part of the creator's tax was paid.
    event DevTaxDistributed(address indexed token, address indexed recipient, uint256 amount);
    /// @notice The operator replaced a receiver.
    event ReceiversChanged(address treasury, address vault);
    /// @notice The operator replaced the registry of the markets' tokens.
    event MarketRegistryChanged(address registry);

    /// @notice The call is reserved to the router, TIDE (half of the fees of loans) and, for its own tokens, a market.
    error OnlySwap();
    /// @notice The call is reserved to the token's creator.
    error OnlyDev();
    /// @notice The token is neither TIDE nor listed.
    error UnknownToken(address token);
    /// @notice Prediction tokens have no surge tax.
    error PredictionToken();
    /// @notice A surge of this token is running.
    error SurgeRunning();
    /// @notice No surge of this token is running.
    error NoSurgeRunning();
    /// @notice The start rate is 0 or below the end rate.
    error InvalidSurgeRates();
    /// @notice The start rate is above what the multiplier allows, in bp.
    error SurgeRateTooHigh(uint256 maxRate);
    /// @notice The duration is below 3,600 seconds.
    error SurgeTooShort();
    /// @notice The duration exceeds the seconds left in the rolling 30 days.
    error SurgeQuotaExceeded(uint256 available);
    /// @notice At most 10 wallets share the creator's part.
    error TooManyDevWallets();
    /// @notice A share is above zero, and all together are at most 10,000 bp.
    error InvalidDevShare();
    /// @notice The wallet has no share.
    error DevShareNotFound();
    /// @notice The zero address is not a valid argument here.
    error ZeroAddress();

    /// @notice Raises the tax of a token by a rate that falls linearly from `startRate` to `endRate` (bp).
    /// @param duration Seconds: 3,600 at least, with others at most 604,800 in any 30 days.
    function startSurgeTax(uint256 startRate, uint256 endRate, uint256 duration, address token) external;

    /// @notice Ends a running surge; the unused seconds return to the quota.
    function endSurgeTax(address token) external;

    /// @notice Gives a wallet a share of the creator's part, or changes it.
    function addDevShare(address token, address wallet, uint256 basisPoints) external;

    /// @notice Removes a wallet's share.
    function removeDevShare(address token, address wallet) external;

    /// @notice Splits `amount` USDB of tax on `token`, which the router, TIDE or the token's market has sent here.
    function collect(address token, uint256 amount) external;

    /// @notice Sets who receives the treasury's and the vault's part. Its part goes to the treasury without a vault and
    /// while the vault's shares are worth less than the least that can be wrapped.
    function setReceivers(address treasury, address vault) external;

    /// @notice Sets the registry that knows the market of a prediction token.
    function setMarketRegistry(address registry) external;

    /// @notice Rate of a trade now, in bp; the same for every user.
    function getTaxRate(address token, address user) external view returns (uint256);

    /// @notice The surge part of that rate, in bp.
    function getCurrentSurgeTax(address token) external view returns (uint256);

    /// @notice Largest start rate of a surge for a multiplier, in bp.
    function maxSurgeRate(uint256 hybridMultiplier) external pure returns (uint256);

    /// @notice Seconds of surge a token may start now.
    function availableSurgeQuota(address token) external view returns (uint256);

    /// @notice Whether a surge is running.
    function isSurgeActive(address token) external view returns (bool);

    /// @notice Whether the token belongs to a prediction market.
    function isPrediction(address token) external view returns (bool);

    /// @notice A wallet's share of the creator's part, in bp.
    function devBasisPoints(address token, address wallet) external view returns (uint256);

    /// @notice The wallets with a share, in no particular order.
    function devWallets(address token, uint256 index) external view returns (address);

    /// @notice Sum of the creator's part of a token's taxes so far, in USDB.
    function totalDevTaxCollected(address token) external view returns (uint256);

    /// @notice USDB of the creator's part of a token that a wallet has been paid so far.
    function tokenDevEarnings(address token, address wallet) external view returns (uint256);

    /// @notice USDB of the creators' parts of all tokens that a wallet has been paid so far.
    function devTotalEarnings(address wallet) external view returns (uint256);

    /// @notice Base rate of TIDE, in bp.
    function _taxRateStasis() external view returns (uint256);

    /// @notice Base rate of Stable+ tokens (m = 100), in bp.
    function _taxRateStable() external view returns (uint256);

    /// @notice Base rate of Floor+ tokens (m up to 90), in bp.
    function _taxRateDefault() external view returns (uint256);

    /// @notice Rate of prediction tokens, in bp.
    function _taxRatePrediction() external view returns (uint256);

    /// @notice Receiver of the treasury's part.
    function treasury() external view returns (address);

    /// @notice Receiver of the vault's part, or zero.
    function vault() external view returns (address);

    /// @notice The registry of prediction markets, or zero.
    function marketRegistry() external view returns (address);
}
