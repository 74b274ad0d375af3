// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IPool} from "./IPool.sol";

/// @title A launched token, quoted in TIDE
/// @notice The first `usdcForBonding` USDB of buys are the reward phase: its buyers earn shares, one per USDB.
/// Each share earns the same part of the reward part of every tax, that of its own purchase included: the part
/// divided by all USDB bought in the phase so far. A wallet keeps its shares as long as it holds the tokens bought with
/// them. If its balance falls below that amount, by a sale or a transfer, it forfeits shares in proportion. Rewards earned
/// until then stay with the wallet; the later rewards of forfeited shares go to the treasury. So neither tiny purchases nor
/// repeated buying and selling earn more than the tokens that are still held. A frozen token is sold to whitelisted wallets
/// only. What is bought of a token with `autoVest` goes to the vesting contract, into a schedule of the buyer; it counts as
/// held until it is claimed, or lost with a loan.
/// @dev Names are fixed by the published ABI.
interface IFactoryToken is IPool {
    /// @notice What a token is created with.
    /// @param hybridMultiplier 1 to 90, or 100.
    /// @param usdcForBonding Length of the reward phase in USDB, 18 decimals.
    /// @param startLP Depth of the pool at creation in USD, 18 decimals.
    struct Launch {
        string symbol;
        string name;
        uint256 hybridMultiplier;
        bool frozen;
        uint256 usdcForBonding;
        uint256 startLP;
        bool autoVest;
        uint256 autoVestDuration;
        bool gradualAutovest;
    }

    /// @notice A wallet may buy the frozen token for up to `amount` USDB in all.
    event WhiteListedWallet(address indexed user, uint256 amount, string tag);
    /// @notice A holder of shares of the reward phase claimed its rewards.
    event RewardsClaimed(address investor, uint256 claimableNow);
    /// @notice Tax was added to the rewards.
    /// @param rewardsPerShareToday Sum of all rewards per share so far, in 1e-36 USDB.
    event RewardsDistributed(uint256 rewardsToBeAdded, uint256 rewardsPerShareToday);

    /// @notice The call is reserved to the token's creator and to the market contract of the token.
    error OnlyDev();
    /// @notice The call is reserved to the tax contract.
    error OnlyTaxes();
    /// @notice The call is reserved to the vesting contract.
    error OnlyVesting();
    /// @notice The call is reserved to TIDE's contract.
    error OnlyMainToken();
    /// @notice The token is not frozen, or no longer.
    error NotFrozen();
    /// @notice The token is frozen and the wallet is not on its whitelist.
    error NotWhitelisted(address wallet);
    /// @notice The purchase is worth more than the wallet may still buy, both in USDB.
    error WhitelistLimitExceeded(uint256 left, uint256 wanted);
    /// @notice A tag has at most 64 bytes.
    error TagTooLong();
    /// @notice There is no leverage during the reward phase.
    error RewardPhaseNotOver();
    /// @notice There is no leverage on a token whose purchases are vested.
    error TokenAutoVests();
    /// @notice The wallet has no rewards to claim.
    error NothingToClaim();

    /// @notice Allows the wallets to buy for up to `amount` USDB each (18 decimals); repeating replaces.
    function SetWhitelistedWallet(address[] calldata wallets, uint256 amount, string calldata tag) external;

    /// @notice Removes a wallet from the whitelist. Its purchases still count if it is added again.
    function RemoveWhitelist(address wallet) external;

    /// @notice Lets every wallet buy. Cannot be undone.
    function DisableFreeze() external;

    /// @notice Pays the caller's rewards in USDB.
    function claimRewards() external;

    /// @notice Splits `amount` USDB, which the tax contract has sent here, among the shares.
    function distributeRewards(uint256 amount) external;

    /// @notice Lowers `vestingBacking` after tokens have left the vesting of a wallet: paid to it before this call, pledged,
    /// or lost.
    function releaseBacking(address wallet, uint256 amount) external;

    /// @notice Raises `vestingBacking` again after a loan on a schedule ended: by what came back into vesting.
    function restoreBacking(address wallet, uint256 amount) external;

    /// @notice Tokens that a wallet has bought and that are still in vesting and not pledged there.
    function vestingBacking(address wallet) external view returns (uint256);

    /// @notice Lends `amount` TIDE to TIDE's contract, which has taken tokens as collateral. Reserved to it.
    function lendQuote(uint256 amount) external;

    /// @notice Books `amount` TIDE that TIDE's contract has sent back here. Reserved to it.
    function returnQuote(uint256 amount) external;

    /// @notice Burns `tokens` of TIDE's contract for `debt` TIDE that will not come back. Reserved to it.
    function liquidateCollateral(uint256 tokens, uint256 debt) external;

    /// @notice Applies a leveraged purchase: mints its tokens to TIDE's contract, which has minted the TIDE here that the
    /// pool keeps. Uses the trader's whitelist while the token is frozen. Reserved to TIDE's contract.
    function applyLeverage(LeverageLeg calldata leg, address trader) external;

    /// @notice Whether only whitelisted wallets may buy.
    function frozen() external view returns (bool);

    /// @notice Whether a wallet is on the whitelist.
    function whitelisted(address wallet) external view returns (bool);

    /// @notice USDB for which a wallet may buy in all while the token is frozen.
    function whitelistMaxBuyForUser(address wallet) external view returns (uint256);

    /// @notice USDB for which a wallet has bought while the token was frozen.
    function whitelistBoughtByUser(address wallet) external view returns (uint256);

    /// @notice Number of whitelisted wallets.
    function totalWhitelisted() external view returns (uint256);

    /// @notice A wallet's shares, one per USDB (18 decimals) bought in the reward phase and still held.
    function shares(address wallet) external view returns (uint256);

    /// @notice All shares. Forfeited shares are not granted again: `getBondingTarget() - usdcForBondingNeeded()` have been
    /// granted so far.
    function totalShares() external view returns (uint256);

    /// @notice USDB that `claimRewards` would pay.
    function getClaimableRewards(address wallet) external view returns (uint256);

    /// @notice USDB of buys that end the reward phase.
    function getBondingTarget() external view returns (uint256);

    /// @notice USDB of buys still missing to that end.
    function usdcForBondingNeeded() external view returns (uint256);

    /// @notice Floor in USD, 18 decimals.
    function calculateFloor() external view returns (uint256);

    /// @notice Floor in TIDE, 18 decimals.
    function calculateTokenFloor() external view returns (uint256);

    /// @notice Duration of the vesting of `autoVest`, in seconds.
    function autoVestDuration() external view returns (uint256);
}
