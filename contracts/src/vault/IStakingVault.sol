// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILoanHub} from "../loans/ILoanHub.sol";
import {ILoanOwner} from "../loans/ILoanOwner.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {ITaxes} from "../tokens/ITaxes.sol";

/// @title Vault: wraps TIDE in shares (wTIDE) that gain from taxes
/// @notice The vault's part of every tax buys TIDE, which raises the price of a share over the next 24 hours. The price
/// never falls. Holders may lock shares and borrow USDB on the TIDE behind them. Amounts have 18 decimals.
/// @dev Itself the ERC-20 of the shares. Names are fixed by the published ABI: stasis is TIDE, wStasis a share. Not ERC-4626
/// for that reason and two others: shares that are locked or pledged cannot be redeemed, so `maxRedeem` would not be a
/// balance; and whoever leaves may not leave dust (`TooFewSharesLeft`) and may be paid in USDB.
interface IStakingVault is ILoanOwner {
    /// @notice TIDE was wrapped. `user` is the owner of the shares, here and below.
    event Bought(address indexed user, uint256 stasisSpent, uint256 wStasisReceived);
    /// @notice Shares were unwrapped.
    /// @param stasisReceived TIDE behind the shares, also when it was sold on for USDB.
    event Sold(address indexed user, uint256 wStasisSold, uint256 stasisReceived);
    event Locked(address indexed user, uint256 amount);
    event Unlocked(address indexed user, uint256 amount);
    /// @notice USDB, of taxes or of a giver, bought TIDE.
    event YieldInjected(uint256 usdcAmount, uint256 stasisAdded);
    event LoanTaken(address indexed user, uint256 hubId, uint256 stasisCollateralUsed);
    /// @param usdcReceived USDB paid out.
    event LoanAdded(address indexed user, uint256 hubId, uint256 additionalStasis, uint256 usdcReceived);
    event LoanExtended(address indexed user, uint256 hubId, uint256 daysAdded);
    event LoanRepaid(address indexed user, uint256 hubId, uint256 stasisCollateralReturned);
    /// @notice A loan was liquidated, and the borrower's locked shares were charged for the TIDE that is gone.
    event LiquidationProcessed(address indexed user, uint256 wStasisBurned);

    /// @notice The amount is 0.
    error ZeroAmount();
    /// @notice The zero address is not a valid argument here.
    error ZeroAddress();
    /// @notice Less than `minBuyAmount` cannot be wrapped.
    error WrapTooSmall();
    /// @notice The sale would leave shares worth less than `minBuyAmount` in circulation: at most `sellable` can be sold,
    /// or all there are.
    error TooFewSharesLeft(uint256 sellable);
    /// @notice Locked shares cannot be transferred or unwrapped.
    error SharesLocked();
    /// @notice Only `available` shares can be locked or unlocked.
    error NotEnoughShares(uint256 available);
    /// @notice Only `available` TIDE can be pledged.
    error NotEnoughStasis(uint256 available);
    /// @notice The wallet has a loan, or one that was liquidated and not settled.
    error LoanActive();
    /// @notice The wallet has no loan, or it was liquidated.
    error LoanNotActive();
    /// @notice The wallet has no liquidated loan to settle.
    error NothingToSettle();
    /// @notice The loan hub does not know this vault.
    error BorrowingUnavailable();
    /// @notice The call is reserved to the loan hub.
    error OnlyLoanHub();

    /// @notice Wraps TIDE of the caller, who has approved it.
    function buy(uint256 _amount) external;

    /// @notice Wraps TIDE of the caller for `user`.
    function buyForUser(uint256 _amount, address user) external;

    /// @notice Unwraps shares of the caller that are not locked. What stays in circulation is worth at least
    /// `minBuyAmount`, or nothing stays.
    /// @param _claimUSDC Whether to sell the TIDE through the router and receive USDB.
    /// @param _minUSDC Least amount of USDB; less reverts. Without meaning for TIDE.
    function sell(uint256 _shares, bool _claimUSDC, uint256 _minUSDC) external;

    /// @notice Gives USDB of the caller, who has approved it, to the holders of shares.
    function injectYield(uint256 _amount) external;

    /// @notice Buys TIDE with the waiting USDB. Every other call of a wallet does it first.
    function investYield() external;

    /// @notice Locks shares of the caller, so that the TIDE behind them can be pledged.
    function lock(uint256 _shares) external;

    /// @notice Unlocks shares of the caller that are behind no pledge.
    function unlock(uint256 _shares) external;

    /// @notice Borrows USDB on TIDE behind the caller's locked shares. One loan per wallet.
    /// @param _days 10 to 1,000.
    function borrow(uint256 _stasisAmountToBorrow, uint256 _days) external;

    /// @notice Pledges more TIDE for the remaining days.
    function addToLoan(uint256 _additionalStasisToBorrow) external;

    /// @notice Moves the liquidation and raises the debt to the present value on request.
    /// @param _daysToAdd At least 10, or 0 with `_refinance`.
    /// @param _payInUSDC Whether the caller, who has approved it, pays the daily fee; otherwise it is added to the debt.
    /// @param _refinance Whether to raise the debt to the value of the pledge; the difference goes to the caller.
    function extendLoan(uint256 _daysToAdd, bool _payInUSDC, bool _refinance) external;

    /// @notice Pays the whole debt of the caller, who has approved the USDB. The shares stay locked.
    function repay() external;

    /// @notice Frees what a liquidation has left of the caller's locked shares.
    function settleLiquidation() external;

    /// @notice The same for `user`, by anybody.
    function settleLiquidationFor(address user) external;

    /// @notice TIDE of all shares: held and pledged, without the yield that is not released yet.
    function totalAssets() external view returns (uint256);

    /// @notice The part of it that is not pledged.
    function totalStasisAvailable() external view returns (uint256);

    /// @notice The part of it that is pledged for loans of the holders.
    function totalStasisPledged() external view returns (uint256);

    /// @notice Shares for `assets` TIDE, rounded down.
    function convertToShares(uint256 assets) external view returns (uint256);

    /// @notice TIDE for `shares`, rounded down.
    function convertToAssets(uint256 shares) external view returns (uint256);

    /// @notice Whether the vault takes its part of taxes: the shares in circulation are worth `minBuyAmount`, and hardly
    /// anything of the yield would go to nobody.
    function takesTaxes() external view returns (bool);

    /// @notice USDB that waits to be invested.
    function pendingYield() external view returns (uint256);

    /// @notice TIDE that was bought and is not released yet.
    function unreleasedYield() external view returns (uint256);

    /// @notice TIDE that `user` can still pledge.
    function getAvailableStasis(address user) external view returns (uint256);

    /// @param totalAssetValue TIDE behind all shares of `user`.
    function getUserStakeDetails(address user)
        external
        view
        returns (uint256 liquidShares, uint256 lockedShares, uint256 totalShares, uint256 totalAssetValue);

    /// @param pledgedStasis TIDE of the loan; 0 after its liquidation.
    /// @param hubId Id of the last loan among those of the vault.
    /// @param hasActiveLoan Also true for a liquidated loan until it is settled.
    function userVaults(address user)
        external
        view
        returns (uint256 lockedWStasis, uint256 pledgedStasis, uint256 hubId, bool hasActiveLoan);

    /// @notice Least TIDE to wrap.
    function minBuyAmount() external view returns (uint256);

    /// @notice TIDE.
    function stasisToken() external view returns (address);

    function loanHub() external view returns (ILoanHub);

    /// @notice TIDE's router.
    function SWAP() external view returns (ISwap);

    function TAXES() external view returns (ITaxes);
}
