// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {IMainToken} from "../tokens/IMainToken.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {ILoanBook} from "./ILoanBook.sol";
import {ILoanHub} from "./ILoanHub.sol";
import {ILoanOwner} from "./ILoanOwner.sol";

/// @dev Holds nothing between calls: collateral is in TIDE's contract, and every payout is passed on.
contract LoanHub is Ownable2Step, ILoanHub {
    using SafeERC20 for IERC20;

    struct HubLoan {
        uint256 coreId;
        address token;
    }

    struct Owner {
        address user;
        uint96 hubId;
    }

    IERC20 private immutable USDB;
    IMainToken private immutable MAIN;

    /// @inheritdoc ILoanHub
    address public vault;
    /// @inheritdoc ILoanHub
    address public vesting;
    /// @inheritdoc ILoanHub
    mapping(address user => uint256) public userLoanCount;
    mapping(address user => mapping(uint256 hubId => HubLoan)) private _loans;
    mapping(uint256 coreId => Owner) private _owners;

    constructor(IMainToken main, address operator) Ownable(operator) {
        USDB = IERC20(main.token1());
        MAIN = main;
        // Repayments and fees: TIDE's contract pulls them from here, right after they were pulled from the user.
        USDB.forceApprove(address(main), type(uint256).max);
    }

    /// @inheritdoc ILoanHub
    function takeLoan(address ecosystem, address collateral, uint256 amount, uint256 daysCount)
        external
        returns (uint256 hubId)
    {
        if (ecosystem != address(MAIN)) revert UnknownEcosystem(ecosystem);
        // Before any function of the token is called.
        bool isKnown = collateral == address(MAIN) || _swap().FACTORY().isEcosystemToken(collateral);
        if (!isKnown) revert UnknownToken(collateral);
        IERC20(collateral).safeTransferFrom(msg.sender, address(MAIN), amount);
        uint256 coreId = MAIN.TakeLoan(amount, collateral, daysCount);
        hubId = ++userLoanCount[msg.sender];
        _loans[msg.sender][hubId] = HubLoan(coreId, collateral);
        _owners[coreId] = Owner(msg.sender, SafeCast.toUint96(hubId));
        uint256 borrowed = _core(coreId).borrowedAmount;
        emit LoanCreated(msg.sender, hubId, coreId, borrowed);
        USDB.safeTransfer(msg.sender, borrowed);
    }

    /// @inheritdoc ILoanHub
    function repayLoan(uint256 hubId) external {
        HubLoan storage loan = _loan(msg.sender, hubId);
        ILoanBook.LoanDetails memory core = _core(loan.coreId);
        USDB.safeTransferFrom(msg.sender, address(this), core.fullAmount);
        MAIN.RepayLoan(loan.coreId, false);
        emit LoanRepaid(msg.sender, hubId);
        IERC20(loan.token).safeTransfer(msg.sender, core.collateralAmount);
    }

    /// @inheritdoc ILoanHub
    function extendLoan(uint256 hubId, uint256 addDays, bool payInStable, bool refinance) external {
        uint256 coreId = _loan(msg.sender, hubId).coreId;
        (, uint256 fee, uint256 extraOut) =
            MAIN.ExtensionEligibility(address(this), coreId, addDays, false, payInStable, refinance);
        if (payInStable && fee > 0) USDB.safeTransferFrom(msg.sender, address(this), fee);
        // Reverts with the reason when it is not possible.
        MAIN.ExtendLoan(coreId, addDays, false, payInStable, refinance, false);
        emit LoanExtended(msg.sender, hubId, addDays, refinance);
        if (extraOut > 0) USDB.safeTransfer(msg.sender, extraOut);
    }

    /// @inheritdoc ILoanHub
    function increaseLoan(uint256 hubId, uint256 amountToAdd) external {
        HubLoan storage loan = _loan(msg.sender, hubId);
        IERC20(loan.token).safeTransferFrom(msg.sender, address(MAIN), amountToAdd);
        uint256 borrowed = MAIN.IncreaseLoan(loan.coreId, amountToAdd);
        emit LoanIncreased(msg.sender, hubId, amountToAdd, borrowed);
        USDB.safeTransfer(msg.sender, borrowed);
    }

    /// @inheritdoc ILoanHub
    function hubPartialLoanSell(uint256 hubId, uint256 percentage, bool isLeverage, uint256 minOut) external {
        if (isLeverage) revert LeverageNotSupported();
        HubLoan storage loan = _loan(msg.sender, hubId);
        uint256 residual = MAIN.PartialLoanSellFor(loan.coreId, address(this), percentage, false);
        uint256 received;
        if (residual > 0) received = _swap().sellFor(msg.sender, residual, minOut, _pathOf(loan.token));
        else if (minOut > 0) revert InsufficientOutput(0, minOut);
        emit PartialLoanSold(msg.sender, hubId, percentage, received);
        if (received > 0) USDB.safeTransfer(msg.sender, received);
    }

    /// @inheritdoc ILoanHub
    function claimLiquidation(uint256 hubId) external returns (uint256 claimed) {
        return _claim(_loan(msg.sender, hubId), msg.sender, hubId);
    }

    /// @inheritdoc ILoanHub
    function liquidate(address user, uint256 hubId) external {
        _liquidate(_loan(user, hubId), user, hubId, msg.sender);
    }

    /// @inheritdoc ILoanHub
    function liquidateCore(uint256 coreId, address liquidator) external {
        if (msg.sender != address(MAIN)) revert OnlyMainToken();
        Owner memory owner = _owners[coreId];
        _liquidate(_loan(owner.user, owner.hubId), owner.user, owner.hubId, liquidator);
    }

    /// @inheritdoc ILoanHub
    function setVault(address vault_) external onlyOwner {
        _requireUnset(vault, vault_);
        vault = vault_;
        emit VaultSet(vault_);
    }

    /// @inheritdoc ILoanHub
    function setVesting(address vesting_) external onlyOwner {
        _requireUnset(vesting, vesting_);
        vesting = vesting_;
        emit VestingSet(vesting_);
    }

    /// @inheritdoc ILoanHub
    function getUserLoanDetails(address user, uint256 hubId)
        external
        view
        returns (UserLoanDetails memory details)
    {
        HubLoan storage loan = _loan(user, hubId);
        ILoanBook.LoanDetails memory core = _core(loan.coreId);
        details.hubId = hubId;
        details.ecosystem = address(MAIN);
        details.coreLoanId = loan.coreId;
        details.collateralToken = loan.token;
        details.token = core.token;
        details.collateralAmount = core.collateralAmount;
        details.liquidatedAmount = core.liquidatedAmount;
        details.fullAmount = core.fullAmount;
        details.borrowedAmount = core.borrowedAmount;
        details.liquidationTime = core.liquidationTime;
        details.liquidationClaim = core.liquidationClaim;
        details.isLiquidated = core.isLiquidated;
        details.active = core.active;
        details.creationTime = core.creationTime;
    }

    /// @inheritdoc ILoanHub
    function userLoans(address user, uint256 hubId)
        external
        view
        returns (address ecosystem, uint256 coreLoanId, address collateralToken)
    {
        HubLoan storage loan = _loans[user][hubId];
        if (loan.coreId == 0) return (address(0), 0, address(0));
        return (address(MAIN), loan.coreId, loan.token);
    }

    /// @inheritdoc ILoanHub
    function coreLoans(uint256 coreId) external view returns (address user, uint256 hubId) {
        Owner memory owner = _owners[coreId];
        return (owner.user, owner.hubId);
    }

    /// @inheritdoc ILoanHub
    function ecosystems(address ecosystem)
        external
        view
        returns (address mainToken, address stable, address swapContract, bool active)
    {
        if (ecosystem != address(MAIN)) return (address(0), address(0), address(0), false);
        return (address(MAIN), address(USDB), address(_swap()), true);
    }

    /// @inheritdoc ILoanHub
    function isEcosystemRegistered(address ecosystem) external view returns (bool) {
        return ecosystem == address(MAIN);
    }

    /// @dev Vault and vesting settle their users' accounts in the same transaction, with what is left.
    function _liquidate(HubLoan storage loan, address user, uint256 hubId, address liquidator) private {
        MAIN.liquidateFor(loan.coreId, liquidator);
        if (user != vault && user != vesting) return;
        ILoanBook.LoanDetails memory core = _core(loan.coreId);
        uint256 returned = core.liquidationClaim > 0 ? _claim(loan, user, hubId) : 0;
        ILoanOwner(user).onLoanLiquidated(hubId, core.liquidatedAmount, returned);
    }

    function _claim(HubLoan storage loan, address user, uint256 hubId) private returns (uint256 claimed) {
        claimed = MAIN.ClaimLiquidation(loan.coreId, false);
        emit LiquidationClaimed(user, hubId, claimed);
        IERC20(loan.token).safeTransfer(user, claimed);
    }

    function _loan(address user, uint256 hubId) private view returns (HubLoan storage loan) {
        loan = _loans[user][hubId];
        if (loan.coreId == 0) revert LoanNotFound();
    }

    function _core(uint256 coreId) private view returns (ILoanBook.LoanDetails memory) {
        return MAIN.loans(address(this), coreId);
    }

    function _swap() private view returns (ISwap) {
        return ISwap(MAIN.SWAP());
    }

    /// @dev From the collateral to USDB.
    function _pathOf(address token) private view returns (address[] memory path) {
        bool isTide = token == address(MAIN);
        path = new address[](isTide ? 2 : 3);
        path[0] = token;
        if (!isTide) path[1] = address(MAIN);
        path[path.length - 1] = address(USDB);
    }

    function _requireUnset(address current, address replacement) private pure {
        if (replacement == address(0)) revert ZeroAddress();
        if (current != address(0)) revert AlreadySet();
    }
}
