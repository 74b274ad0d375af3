// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {ILoanBook} from "../loans/ILoanBook.sol";
import {ILoanHub} from "../loans/ILoanHub.sol";
import {ILoanOwner} from "../loans/ILoanOwner.sol";
import {IStakingVault} from "./IStakingVault.sol";
import {VaultYield} from "./VaultYield.sol";

/// @dev Loans of the holders, taken from the loan hub in the vault's name. What was paid out is read from the hub's record,
/// not from a balance: the vault's part of the loan's fee arrives in the same call.
abstract contract VaultLoans is VaultYield {
    using SafeERC20 for IERC20;

    /// @inheritdoc IStakingVault
    ILoanHub public immutable loanHub;

    constructor(ILoanHub hub) {
        if (address(hub) == address(0)) revert ZeroAddress();
        loanHub = hub;
    }

    /// @inheritdoc IStakingVault
    function borrow(uint256 _stasisAmountToBorrow, uint256 _days) external nonReentrant {
        _beforeCall();
        Account storage account = _accounts[msg.sender];
        if (account.hasLoan) revert LoanActive();
        // A hub that does not tell the vault of a liquidation would leave the loss to all holders.
        if (loanHub.vault() != address(this)) revert BorrowingUnavailable();
        account.hasLoan = true;
        _pledge(account, _stasisAmountToBorrow);
        address tide = address(MAIN);
        uint256 hubId = loanHub.takeLoan(tide, tide, _stasisAmountToBorrow, _days);
        account.hubId = SafeCast.toUint64(hubId);
        _borrowers[hubId] = msg.sender;
        emit LoanTaken(msg.sender, hubId, _stasisAmountToBorrow);
        USDB.safeTransfer(msg.sender, _details(hubId).borrowedAmount);
    }

    /// @inheritdoc IStakingVault
    function addToLoan(uint256 _additionalStasisToBorrow) external nonReentrant {
        _beforeCall();
        Account storage account = _activeLoan();
        uint256 hubId = account.hubId;
        uint256 borrowed = _details(hubId).borrowedAmount;
        _pledge(account, _additionalStasisToBorrow);
        loanHub.increaseLoan(hubId, _additionalStasisToBorrow);
        uint256 received = _details(hubId).borrowedAmount - borrowed;
        emit LoanAdded(msg.sender, hubId, _additionalStasisToBorrow, received);
        USDB.safeTransfer(msg.sender, received);
    }

    /// @inheritdoc IStakingVault
    function extendLoan(uint256 _daysToAdd, bool _payInUSDC, bool _refinance) external nonReentrant {
        _beforeCall();
        uint256 hubId = _activeLoan().hubId;
        ILoanHub.UserLoanDetails memory loan = _details(hubId);
        if (_payInUSDC) {
            (, uint256 fee,) = ILoanBook(address(MAIN)).ExtensionEligibility(
                address(loanHub), loan.coreLoanId, _daysToAdd, false, true, _refinance
            );
            _pullForHub(fee);
        }
        loanHub.extendLoan(hubId, _daysToAdd, _payInUSDC, _refinance);
        emit LoanExtended(msg.sender, hubId, _daysToAdd);
        USDB.safeTransfer(msg.sender, _details(hubId).borrowedAmount - loan.borrowedAmount);
    }

    /// @inheritdoc IStakingVault
    function repay() external nonReentrant {
        _beforeCall();
        Account storage account = _activeLoan();
        uint256 hubId = account.hubId;
        uint128 pledged = account.pledged;
        account.hasLoan = false;
        account.pledged = 0;
        _pledged -= pledged;
        delete _borrowers[hubId];
        _pullForHub(_details(hubId).fullAmount);
        loanHub.repayLoan(hubId);
        emit LoanRepaid(msg.sender, hubId, pledged);
    }

    /// @inheritdoc ILoanOwner
    /// @dev The borrower is charged for all that does not come back: what was burned and the liquidator's part.
    function onLoanLiquidated(uint256 hubId, uint256, uint256 returned) external nonReentrant {
        if (msg.sender != address(loanHub)) revert OnlyLoanHub();
        address user = _borrowers[hubId];
        Account storage account = _accounts[user];
        uint256 lost = account.pledged - returned;
        uint256 shares = _sharesFor(lost);
        _stasis -= SafeCast.toUint128(lost);
        _pledged -= account.pledged;
        account.pledged = 0;
        account.locked -= SafeCast.toUint128(shares);
        account.isLiquidated = true;
        delete _borrowers[hubId];
        _burn(user, shares);
        emit LiquidationProcessed(user, shares);
    }

    /// @inheritdoc IStakingVault
    function settleLiquidation() external {
        settleLiquidationFor(msg.sender);
    }

    /// @inheritdoc IStakingVault
    function settleLiquidationFor(address user) public nonReentrant {
        _beforeCall();
        Account storage account = _accounts[user];
        if (!account.isLiquidated) revert NothingToSettle();
        account.isLiquidated = false;
        account.hasLoan = false;
    }

    function _pledge(Account storage account, uint256 amount) private {
        uint256 available = getAvailableStasis(msg.sender);
        if (amount > available) revert NotEnoughStasis(available);
        account.pledged += SafeCast.toUint128(amount);
        _pledged += SafeCast.toUint128(amount);
        IERC20(address(MAIN)).forceApprove(address(loanHub), amount);
    }

    function _pullForHub(uint256 amount) private {
        USDB.safeTransferFrom(msg.sender, address(this), amount);
        USDB.forceApprove(address(loanHub), amount);
    }

    function _activeLoan() private view returns (Account storage account) {
        account = _accounts[msg.sender];
        if (!account.hasLoan || account.isLiquidated) revert LoanNotActive();
    }

    function _details(uint256 hubId) private view returns (ILoanHub.UserLoanDetails memory) {
        return loanHub.getUserLoanDetails(address(this), hubId);
    }
}
