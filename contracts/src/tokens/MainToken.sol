// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ILoanBook} from "../loans/ILoanBook.sol";
import {LeverageBook} from "../loans/LeverageBook.sol";
import {LoanExtension} from "../loans/LoanExtension.sol";
import {LoanSale} from "../loans/LoanSale.sol";
import {LoanViews} from "../loans/LoanViews.sol";
import {IMainToken} from "./IMainToken.sol";
import {IPool} from "./IPool.sol";
import {Pool} from "./Pool.sol";
import {PoolMath} from "./PoolMath.sol";

contract MainToken is LeverageBook, LoanExtension, LoanSale, LoanViews, Ownable2Step, IMainToken {
    uint256 private constant BASE = 10_000e18;

    address private _swap;
    address private _dev;

    constructor(address usdb, address operator, address dev)
        ERC20("Tide", "TIDE")
        Pool(usdb, PoolMath.STABLE_MULTIPLIER, BASE, BASE, PoolMath.WAD)
        Ownable(operator)
    {
        if (usdb == address(0)) revert ZeroAddress();
        _setDev(dev);
    }

    /// @inheritdoc IPool
    function buyTokens(uint256 amount, address buyer) external onlySwap returns (uint256 tokens) {
        (tokens,) = _buy(amount, buyer, buyer);
    }

    /// @inheritdoc IPool
    function sellTokens(uint256 amount, address seller) external onlySwap returns (uint256) {
        return _sell(amount, seller, seller, SELL);
    }

    /// @inheritdoc IMainToken
    function routeBuy(uint256 amount, address trader, address pool)
        external
        onlySwap
        returns (uint256 tokens)
    {
        (tokens,) = _buy(amount, trader, pool);
    }

    /// @inheritdoc IPool
    function routeSell(uint256 amount, address trader, uint8 tradeType) external onlySwap returns (uint256) {
        return _sell(amount, trader, msg.sender, tradeType);
    }

    /// @inheritdoc IMainToken
    function setSwap(address swap) external onlyOwner {
        if (swap == address(0)) revert ZeroAddress();
        // The router closes positions for their traders, and names factory and taxes of the book.
        if (_books.hub != address(0)) revert AlreadySet();
        _swap = swap;
        emit SwapChanged(swap);
    }

    /// @inheritdoc IMainToken
    function setDev(address dev) external onlyOwner {
        _setDev(dev);
    }

    /// @inheritdoc ILoanBook
    function setLoanHub(address hub) external onlyOwner {
        _setLoanHub(hub);
    }

    /// @inheritdoc IPool
    function CEO() public view override(Pool, IPool) returns (address) {
        return owner();
    }

    /// @inheritdoc IPool
    function DEV() external view returns (address) {
        return _dev;
    }

    /// @inheritdoc IPool
    function SWAP() public view override(Pool, IPool) returns (address) {
        return _swap;
    }

    /// @inheritdoc IPool
    function hasBonded() external pure returns (bool) {
        return true;
    }

    /// @inheritdoc IPool
    function autoVest() external pure returns (bool) {
        return false;
    }

    /// @inheritdoc IPool
    function gradualAutoVesting() external pure returns (bool) {
        return false;
    }

    /// @dev USDB is the unit of account.
    function _quoteUsdPrice() internal pure override returns (uint256) {
        return PoolMath.WAD;
    }

    function _setDev(address dev) private {
        if (dev == address(0)) revert ZeroAddress();
        _dev = dev;
        emit DevChanged(dev);
    }
}
