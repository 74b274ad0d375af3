// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IFactoryToken} from "../tokens/IFactoryToken.sol";
import {IPool} from "../tokens/IPool.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {ITaxes} from "../tokens/ITaxes.sol";
import {Pool} from "../tokens/Pool.sol";
import {ILoanBook} from "./ILoanBook.sol";
import {LoanMath} from "./LoanMath.sol";

/// @title What the core book stores, and the movements of tokens it is made of
/// @dev All state is in one struct, beside the variables of TIDE's contract.
abstract contract LoanStore is Pool, ILoanBook {
    using SafeERC20 for IERC20;

    /// @dev Closed loans keep their last values.
    struct Loan {
        address token;
        uint40 creationTime;
        uint40 liquidationTime;
        bool active;
        bool isLiquidated;
        uint128 collateral;
        /// TIDE that the token's pool has lent on the collateral; 0 if TIDE itself is the collateral.
        uint128 tide;
        uint128 debt;
        uint128 borrowed;
        uint128 liquidated;
        uint128 claim;
        uint40 closureTime;
        uint128 leverageBuyAmount;
        uint128 cashedOut;
    }

    struct Books {
        address hub;
        mapping(address user => mapping(uint256 id => Loan)) loans;
        mapping(address user => mapping(uint256 id => Loan)) leverages;
        mapping(address user => uint256) loanCount;
        mapping(address user => uint256) leverageCount;
        mapping(address user => mapping(address token => uint256[])) leverageIds;
        mapping(address token => uint256) held;
    }

    Books internal _books;

    modifier onlyLoanHub() {
        _checkLoanHub();
        _;
    }

    function _checkLoanHub() internal view {
        if (msg.sender != _books.hub) revert OnlyLoanHub();
    }

    function _setLoanHub(address hub) internal {
        if (hub == address(0)) revert ZeroAddress();
        if (_books.hub != address(0)) revert AlreadySet();
        _books.hub = hub;
        emit LoanHubSet(hub);
    }

    function _loan(address user, uint256 id, bool isLeverage) internal view returns (Loan storage loan) {
        loan = isLeverage ? _books.leverages[user][id] : _books.loans[user][id];
        if (loan.creationTime == 0) revert LoanNotFound();
    }

    function _activeLoan(address user, uint256 id, bool isLeverage) internal view returns (Loan storage loan) {
        loan = _loan(user, id, isLeverage);
        if (!loan.active) revert LoanNotActive();
    }

    function _close(Loan storage loan) internal {
        loan.active = false;
        loan.closureTime = uint40(block.timestamp);
    }

    /// @dev What can be lent on `amount` of `token`: TIDE of the token's pool (0 for TIDE itself), and USDB.
    function _valueOf(address token, uint256 amount) internal view returns (uint256 tide, uint256 debt) {
        if (token == address(this)) return (0, collateralValue(amount));
        tide = IPool(token).collateralValue(amount);
        debt = collateralValue(tide);
    }

    /// @dev A foreign token is refused before any function of it is called.
    function _requireCollateral(address token) internal view {
        if (token == address(this)) return;
        if (!ISwap(SWAP()).FACTORY().isEcosystemToken(token)) revert UnknownToken(token);
    }

    /// @dev Counts collateral; the balance proves that it was sent here.
    function _hold(address token, uint256 amount) internal {
        uint256 held = _books.held[token] + amount;
        if (IERC20(token).balanceOf(address(this)) < held) revert NotPaid();
        _books.held[token] = held;
    }

    /// @dev Sends collateral out.
    function _release(address token, uint256 amount, address to) internal {
        if (amount == 0) return;
        _books.held[token] -= amount;
        if (token == address(this)) _transfer(address(this), to, amount);
        else IERC20(token).safeTransfer(to, amount);
    }

    /// @dev Lends `tide` of the token's pool to this contract, and `debt` USDB of this pool on it.
    function _lendOn(address token, uint256 tide, uint256 debt) internal {
        if (tide > 0) {
            IFactoryToken(token).lendQuote(tide);
            _hold(address(this), tide);
        }
        _lend(debt);
    }

    /// @dev Gives TIDE back to the token's pool that has lent it.
    function _returnTide(address token, uint256 tide) internal {
        if (tide == 0) return;
        _release(address(this), tide, token);
        IFactoryToken(token).returnQuote(tide);
    }

    /// @dev Burns the least collateral that covers `debt`, which is written off. On a launched token `tide` of what its
    /// pool has lent is settled: partly burned, the rest goes back there.
    function _cover(address token, uint256 tide, uint256 debt, uint256 tideToBurn, uint256 tokensToBurn)
        internal
    {
        _books.held[address(this)] -= tideToBurn;
        _burnCollateral(address(this), tideToBurn, debt);
        if (token == address(this)) return;
        _returnTide(token, tide - tideToBurn);
        _books.held[token] -= tokensToBurn;
        IFactoryToken(token).liquidateCollateral(tokensToBurn, tideToBurn);
    }

    /// @dev Least TIDE that covers `debt`, and least tokens that cover that TIDE (0 if TIDE is the collateral).
    function _leastCover(address token, uint256 debt) internal view returns (uint256 tide, uint256 tokens) {
        tide = collateralFor(debt);
        if (token != address(this)) tokens = IPool(token).collateralFor(tide);
    }

    /// @dev Splits a fee, which is in this contract: half, rounded down, is tax of the collateral token, the rest stays
    /// in the pool and raises the price of TIDE.
    function _takeFee(address token, uint256 fee) internal {
        if (fee == 0) return;
        uint256 tax = LoanMath.taxOf(fee);
        _settle(reserve1() + fee - tax);
        if (tax == 0) return;
        ITaxes taxes = ISwap(SWAP()).TAXES();
        IERC20(token1).safeTransfer(address(taxes), tax);
        taxes.collect(token, tax);
    }

    function _payUsdb(address to, uint256 amount) internal {
        if (amount > 0) IERC20(token1).safeTransfer(to, amount);
    }

    function _pullUsdb(uint256 amount) internal {
        if (amount > 0) IERC20(token1).safeTransferFrom(msg.sender, address(this), amount);
    }
}
