// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Loans for wallets, the vault and the vesting contract
/// @notice Takes core loans in its own name and keeps whose they are. Hub ids are per user, from 1. Collateral and
/// repayments are pulled from the caller, who has approved them to the hub.
interface ILoanHub {
    /// @dev All members are static: as a return value it has the encoding of its members one after the other.
    /// @param fullAmount The debt in USDB.
    /// @param borrowedAmount USDB paid out so far.
    struct UserLoanDetails {
        uint256 hubId;
        address ecosystem;
        uint256 coreLoanId;
        address collateralToken;
        address token;
        uint256 collateralAmount;
        uint256 liquidatedAmount;
        uint256 fullAmount;
        uint256 borrowedAmount;
        uint256 liquidationTime;
        uint256 liquidationClaim;
        bool isLiquidated;
        bool active;
        uint256 creationTime;
    }

    /// @param borrowed USDB paid out.
    event LoanCreated(address indexed user, uint256 hubId, uint256 coreId, uint256 borrowed);
    event LoanRepaid(address indexed user, uint256 hubId);
    event LoanExtended(address indexed user, uint256 hubId, uint256 addDays, bool refinance);
    /// @param borrowed USDB paid out.
    event LoanIncreased(address indexed user, uint256 hubId, uint256 amountAdded, uint256 borrowed);
    /// @param received USDB paid out, after tax.
    event PartialLoanSold(address indexed user, uint256 hubId, uint256 percentage, uint256 received);
    event LiquidationClaimed(address indexed user, uint256 hubId, uint256 claimed);
    /// @notice The vault was set.
    event VaultSet(address vault);
    /// @notice The vesting contract was set.
    event VestingSet(address vesting);

    /// @notice The user has no loan with this id.
    error LoanNotFound();
    /// @notice The ecosystem is not registered.
    error UnknownEcosystem(address ecosystem);
    /// @notice The token is neither TIDE nor listed.
    error UnknownToken(address token);
    /// @notice The hub has no leverage positions; the router closes them.
    error LeverageNotSupported();
    /// @notice The trade would give less than the caller accepts.
    error InsufficientOutput(uint256 amountOut, uint256 minOut);
    /// @notice The call is reserved to TIDE's contract.
    error OnlyMainToken();
    /// @notice The value can be set once only.
    error AlreadySet();
    /// @notice The zero address is not a valid argument here.
    error ZeroAddress();

    /// @notice Borrows the value of `amount` of `collateral`, less the fee, for 10 to 1,000 days.
    /// @param ecosystem TIDE.
    /// @param collateral TIDE or a listed token.
    /// @return hubId Id of the loan among those of the caller.
    function takeLoan(address ecosystem, address collateral, uint256 amount, uint256 daysCount)
        external
        returns (uint256 hubId);

    /// @notice Pays the whole debt; the collateral returns to the caller.
    function repayLoan(uint256 hubId) external;

    /// @notice Moves the liquidation and raises the debt to the present value on request; what that pays out goes to
    /// the caller.
    /// @param addDays At least 10, or 0 with `refinance`.
    /// @param payInStable Whether the caller pays the daily fee in USDB; otherwise it is added to the debt.
    function extendLoan(uint256 hubId, uint256 addDays, bool payInStable, bool refinance) external;

    /// @notice Adds collateral and borrows its value for the remaining days.
    function increaseLoan(uint256 hubId, uint256 amountToAdd) external;

    /// @notice Ends `percentage` (10, 20, ... 100) of the loan: the debt is covered with collateral at its value, the
    /// rest of that part is sold for the caller.
    /// @param isLeverage Must be false.
    /// @param minOut Least amount of USDB; less reverts.
    function hubPartialLoanSell(uint256 hubId, uint256 percentage, bool isLeverage, uint256 minOut) external;

    /// @notice Sends the caller what a liquidation has left of the collateral.
    function claimLiquidation(uint256 hubId) external returns (uint256 claimed);

    /// @notice Liquidates an expired loan; the caller receives a tenth of what the debt leaves of the collateral.
    function liquidate(address user, uint256 hubId) external;

    /// @notice The same by the id in the core book. Reserved to TIDE's contract, which names the liquidator.
    function liquidateCore(uint256 coreId, address liquidator) external;

    /// @notice Sets the vault, once. It is told of liquidations of its loans (`ILoanOwner`).
    function setVault(address vault) external;

    /// @notice Sets the vesting contract, once. It is told of liquidations of its loans (`ILoanOwner`).
    function setVesting(address vesting) external;

    /// @notice The vault, or zero.
    function vault() external view returns (address);

    /// @notice The vesting contract, or zero.
    function vesting() external view returns (address);

    /// @notice A loan of `user`. Reverts for an unknown id.
    function getUserLoanDetails(address user, uint256 hubId) external view returns (UserLoanDetails memory);

    /// @notice Number of loans of `user`, closed ones included: the last hub id.
    function userLoanCount(address user) external view returns (uint256);

    /// @notice Which core loan a hub id stands for; zeros for an unknown id.
    function userLoans(address user, uint256 hubId)
        external
        view
        returns (address ecosystem, uint256 coreLoanId, address collateralToken);

    /// @notice Whose a core loan is; zeros for an unknown id.
    function coreLoans(uint256 coreId) external view returns (address user, uint256 hubId);

    /// @notice The contracts of an ecosystem; zeros for an unknown one.
    function ecosystems(address ecosystem)
        external
        view
        returns (address mainToken, address stable, address swapContract, bool active);

    /// @notice Whether loans can be taken in an ecosystem.
    function isEcosystemRegistered(address ecosystem) external view returns (bool);
}
