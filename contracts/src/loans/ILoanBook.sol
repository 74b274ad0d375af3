// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Core book of loans and leverage positions, part of TIDE's contract
/// @notice A pool lends against its own token, up to its floor (multiplier 100: its price). Neither ever falls, so a loan
/// ends by time only. Principal changes no reserves; half of each fee stays in TIDE's pool, the other half is tax of the
/// collateral token. A loan on a launched token stands on two pools: the token's pool lends TIDE to this contract, which
/// keeps it and lends USDB on it. Core loans belong to the loan hub, leverage positions to the trader. Ids are per user,
/// from 1, and counted apart. Amounts have 18 decimals.
/// @dev Names are fixed by the published ABI.
interface ILoanBook {
    /// @param leverageBuyAmount USDB of the trader that stayed in the position.
    /// @param cashedOut USDB paid to the trader by refinancing the position and by sales of parts of it.
    struct LeverageDetails {
        uint256 leverageBuyAmount;
        uint256 cashedOut;
    }

    /// @dev All members are static: as a return value it has the encoding of its members one after the other.
    /// @param fullAmount The debt in USDB.
    /// @param borrowedAmount USDB paid out so far; never falls.
    /// @param liquidatedAmount Collateral that a liquidation burned.
    /// @param liquidationClaim Collateral that a liquidation left, until it is claimed.
    struct LoanDetails {
        address user;
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
        uint256 timeOfClosure;
        LeverageDetails leverage;
    }

    event LoanCreated(
        address indexed user,
        uint256 indexed loanId,
        address token,
        uint256 collateralAmount,
        uint256 borrowedAmount,
        uint256 liquidationTime
    );
    event LeverageCreated(
        address indexed user,
        uint256 indexed loanId,
        address token,
        uint256 collateralAmount,
        uint256 borrowedAmount,
        uint256 liquidationTime
    );
    event LoanExtended(
        address indexed user,
        uint256 indexed loanId,
        bool isLeverage,
        uint256 numberOfDays,
        uint256 newLiquidationTime
    );
    /// @param additionalBorrow USDB paid out.
    event LoanIncreased(
        address indexed user,
        uint256 indexed loanId,
        uint256 amountAdded,
        uint256 additionalBorrow,
        uint256 newCollateralAmount
    );
    event PartialLoanSell(
        address indexed user,
        uint256 indexed loanId,
        uint256 percentage,
        bool isLeverage,
        uint256 residualTokens
    );
    /// @dev Which book the id belongs to follows from the user: the hub has core loans, a trader has positions.
    event LoanRepaid(address indexed user, uint256 indexed loanId);
    event LoanLiquidated(address indexed user, uint256 indexed loanId, address liquidator);
    event LiquidationClaimed(
        address indexed user, uint256 indexed loanId, bool isLeverage, uint256 claimed
    );
    /// @notice The loan hub was set.
    event LoanHubSet(address hub);

    /// @notice The call is reserved to the loan hub.
    error OnlyLoanHub();
    /// @notice The value can be set once only.
    error AlreadySet();
    /// @notice The user has no loan with this id.
    error LoanNotFound();
    /// @notice The loan was repaid, sold or liquidated.
    error LoanNotActive();
    /// @notice The loan has reached its liquidation time: it can be repaid, sold or liquidated only.
    error LoanExpired();
    /// @notice The loan has not reached its liquidation time.
    error LoanNotExpired();
    /// @notice The token is neither TIDE nor listed.
    error UnknownToken(address token);
    /// @notice There is nothing to claim.
    error NothingToClaim();
    /// @notice The number of days is not allowed.
    error InvalidDays();
    /// @notice The liquidation would be more than 1,000 days from now.
    error TermTooLong();
    /// @notice The collateral is worth less than the smallest loan.
    error LoanTooSmall();
    /// @notice The percentage is not 10, 20, ... 100.
    error InvalidPercentage();
    /// @notice The debt that would remain is below 0.01 USDB.
    error RemainderTooSmall();
    /// @notice The collateral is not worth at least 0.01 USDB more than the debt.
    error NothingToRefinance();
    /// @notice The collateral does not cover the debt together with the fee.
    error DebtNotCovered();

    /// @notice Lends on collateral that the hub has sent here, and pays the hub. Reserved to the hub.
    /// @return The id of the loan among those of the hub.
    function TakeLoan(uint256 tokenAmount, address token, uint256 numberOfDays) external returns (uint256);

    /// @notice Pulls the debt from the caller, who has approved it to this contract, and returns the collateral.
    function RepayLoan(uint256 loanId, bool isLeverage) external;

    /// @notice Moves the liquidation by `numberOfDays` and raises the debt to the present value on request.
    /// @param numberOfDays At least 10, or 0 with `refinance`.
    /// @param payInUSDC Whether the daily fee is pulled from the caller instead of being added to the debt.
    /// @param refinance Whether to raise the debt to the value of the collateral and pay out the difference.
    /// @param isFree No daily fee. Ignored unless the hub calls.
    function ExtendLoan(
        uint256 loanId,
        uint256 numberOfDays,
        bool isLeverage,
        bool payInUSDC,
        bool refinance,
        bool isFree
    ) external;

    /// @notice Adds collateral that the hub has sent here, and pays what it is worth to the hub. Reserved to the hub.
    /// @return USDB paid out.
    function IncreaseLoan(uint256 loanId, uint256 amountToAdd) external returns (uint256);

    /// @notice Covers `percentage` of the debt by burning the least collateral, and sends what is left of that part of
    /// the collateral to the router, to be sold. Reserved to the hub (its loans) and the router (leverage).
    /// @return residualTokens What was sent to the router.
    function PartialLoanSellFor(uint256 loanId, address user, uint256 percentage, bool isLeverage)
        external
        returns (uint256 residualTokens);

    /// @notice Ends an expired loan, by anybody: burns the least collateral that covers the debt. The caller receives
    /// a tenth of the rest, the borrower may claim the remainder. A core loan is settled through the hub.
    function LiquidateLoan(uint256 loanId, address user, bool isLeverage) external;

    /// @notice The liquidation of a core loan for the hub, which names the liquidator. Reserved to the hub.
    function liquidateFor(uint256 loanId, address liquidator) external;

    /// @notice Sends the caller what a liquidation has left of the collateral.
    /// @return Collateral tokens.
    function ClaimLiquidation(uint256 loanId, bool isLeverage) external returns (uint256);

    /// @notice Opens a position with USDB that the router has sent here: buys, borrows on it, buys again with what the
    /// loan pays out, until too little is left, which is paid to the trader. Reserved to the router.
    /// @param token TIDE or a listed token.
    /// @return collateral Tokens bought.
    function openLeverage(address trader, uint256 amount, address token, uint256 numberOfDays)
        external
        returns (uint256 collateral);

    /// @notice Adds what the router has paid to the trader for a part of a position. Reserved to the router.
    function recordCashOut(address trader, uint256 loanId, uint256 amount) external;

    /// @notice Sets the loan hub, once.
    function setLoanHub(address hub) external;

    /// @notice The loan hub, or zero.
    function loanHub() external view returns (address);

    /// @notice A core loan of `user`. Empty for an unknown id.
    function loans(address user, uint256 loanId) external view returns (LoanDetails memory);

    /// @notice A leverage position of `user`. Empty for an unknown id.
    function leverages(address user, uint256 loanId) external view returns (LoanDetails memory);

    /// @notice Number of core loans of `user`, closed ones included: the last id.
    function loanCount(address user) external view returns (uint256);

    /// @notice Number of leverage positions of `user`, closed ones included: the last id.
    function leverageCount(address user) external view returns (uint256);

    /// @notice Number of positions of `user` on a token, closed ones included.
    function getLeverageCountForUserAndToken(address user, address token) external view returns (uint256);

    /// @notice Id of a position of `user` on a token, by its index; the oldest is 0.
    function userTokenLeverageIds(address user, address token, uint256 index) external view returns (uint256);

    /// @notice What `ExtendLoan` would do now. Reverts for an unknown id only.
    /// @param fee The daily fee: pulled with `payInUSDC`, otherwise added to the debt.
    /// @param extraOut USDB that a refinancing pays out.
    function ExtensionEligibility(
        address user,
        uint256 loanId,
        uint256 numberOfDays,
        bool isLeverage,
        bool payInUSDC,
        bool refinance
    ) external view returns (bool possible, uint256 fee, uint256 extraOut);

    /// @notice What `PartialLoanSellFor` would burn and leave now.
    /// @param mainToBurn TIDE.
    /// @param tokensToBurn Tokens of the collateral; 0 if that is TIDE.
    function getPartialLoanSellAmounts(uint256 loanId, address user, uint256 percentage, bool isLeverage)
        external
        view
        returns (uint256 mainToBurn, uint256 tokensToBurn, uint256 residualTokens);

    /// @notice USDB that can be borrowed on `tokenAmount` now, before the fee.
    function getColleteralValue(uint256 tokenAmount, address token) external view returns (uint256);

    /// @notice Fee of `numberOfDays` on `amount`, without the static part.
    function getDynamicFee(uint256 amount, uint256 numberOfDays) external view returns (uint256);

    /// @notice Static part of the fee, in 1/10,000 of the loan.
    function staticFeePercentage() external view returns (uint256);

    /// @notice Part of the fee for each day, in 1/100,000 of the loan.
    function dynamicFeePercentage() external view returns (uint256);

    /// @notice Least days of a core loan. A leverage position has at least 1.
    function minDaysLoan() external view returns (uint256);

    /// @notice Most days of a loan or a position.
    function maxDaysLoan() external view returns (uint256);

    /// @notice Smallest debt of a new loan, in USDB.
    function minimumLoan() external view returns (uint256);

    /// @notice Tokens of `token` held here as collateral: of active loans, TIDE lent by token pools, open claims.
    function collateralHeld(address token) external view returns (uint256);
}
